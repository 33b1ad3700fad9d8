"""What platforms tell of a country and an age, and what of their words tells nothing."""

from urllib.parse import parse_qsl, urlencode

import pytest

from platforms.ok.launch import OkApp
from platforms.ok.profile import Profiles
from platforms.ok.rest import application_signature
from platforms.ok.signature import signature
from platforms.ok.signing import app_launch
from platforms.page_login import Unanswered
from platforms.refusals import Refused
from platforms.secret import Secrets
from platforms.told import NOTHING, Told, birth_date, country, whole_years
from platforms.vk import profile as vk

OK = Profiles("CKEY", Secrets.of("key"))
BERLIN = {
    "city": "Berlin",
    "country": "GERMANY",
    "countryCode": "DE",
    "countryName": "Германия",
}


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("1.9.2009", "2009-09-01"),
        ("01.09.2009", "2009-09-01"),
        ("2009-09-01", "2009-09-01"),
        ("29.2.2008", "2008-02-29"),
        ("29.2.2009", None),
        ("1.9", None),
        ("09-01", None),
        ("1.9.1899", None),
        ("٠1.9.2009", None),
        ("", None),
        (20090901, None),
        (None, None),
    ],
)
def test_a_birth_date_is_one_with_a_year(text: object, born: str | None) -> None:
    assert birth_date(text) == born


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("RU", "RU"),
        (" de ", "DE"),
        ("ZZ", None),
        ("XX", None),
        ("RUS", None),
        ("R1", None),
        ("", None),
        (1, None),
        (None, None),
        ({"RU": 1}, None),
    ],
)
def test_a_country_is_a_code_of_two_letters(text: object, code: str | None) -> None:
    assert country(text) == code


@pytest.mark.parametrize(
    ("value", "age"), [(17, 17), (0, None), (-1, None), (130, None), (True, None), ("17", None)]
)
def test_an_age_is_a_number_of_years(value: object, age: int | None) -> None:
    assert whole_years(value) == age


def test_a_launch_inside_ok_tells_where_its_address_is_because_ok_signed_it() -> None:
    app, fields = (
        OkApp("CKEY", Secrets.of("key")),
        dict(parse_qsl(app_launch("CKEY", "key", "7", "abc"))),
    )
    placed = fields | {"ip_geo_location": "KZ,66,Almaty"}
    signed = urlencode(placed | {"sig": signature(placed, "key")})

    assert app.verify(signed).told == Told(country="KZ")
    assert app.verify(app_launch("CKEY", "key", "7", "abc")).told == NOTHING
    with pytest.raises(Refused):
        app.verify(signed.replace("KZ", "DE"))


@pytest.mark.parametrize(
    ("profile", "told"),
    [
        (
            {"birthday": "2009-09-01", "birthdaySet": True, "age": 17, "location": BERLIN},
            Told(country="DE", born="2009-09-01"),
        ),
        ({"birthday": "09-01", "age": 17}, Told(age=17)),
        ({"birthday": "2009-09-01", "birthdaySet": False, "age": 17}, NOTHING),
        ({"location": {"city": "", "countryCode": "DE"}}, Told(country="DE")),
        ({"location": {"country": "GERMANY"}, "age": None}, NOTHING),
        ({"location": "Berlin", "birthday": 5, "age": "old"}, NOTHING),
    ],
)
def test_a_profile_of_ok_tells_what_is_shown_in_it(profile: dict[str, object], told: Told) -> None:
    listed = [{"uid": "5", "age": 99}, {"uid": "7", **profile}]

    assert OK.read(listed, "7") == told
    assert OK.read({"users": listed}, "7") == told
    assert OK.read(listed, "8") == NOTHING


def test_ok_is_asked_for_the_application_itself() -> None:
    form = OK.form("7")

    signed = form.pop("sig")

    assert signed == application_signature(form, "key")
    assert (form["uids"], form["method"]) == ("7", "users.getInfo")


@pytest.mark.parametrize(
    ("user", "profile"),
    [
        ({"bdate": "1.9.2009"}, vk.VkProfile(born="2009-09-01")),
        ({"bdate": "1.9", "country": {"id": 2, "title": "?"}}, vk.VkProfile(country=2)),
        ({"country": None}, vk.VkProfile()),
    ],
)
def test_a_profile_of_vk_tells_what_is_shown_in_it(
    user: dict[str, object], profile: vk.VkProfile
) -> None:
    assert vk.read_user([{"id": 5, "bdate": "1.1.1990"}, {"id": 7, **user}], "7") == profile
    assert vk.read_user([], "7") == vk.VkProfile()


def test_the_number_of_a_country_is_the_one_answer_to_its_code() -> None:
    assert vk.read_country({"count": 1, "items": [{"id": 4, "title": "Казахстан"}]}) == 4
    assert vk.read_country({"count": 0, "items": []}) is None
    assert vk.read_country({"items": [{"id": 1}, {"id": 2}]}) is None


@pytest.mark.parametrize("answer", [None, 5, {"error_code": 104}, {"users": 5}, [{"id": 7}]])
def test_what_is_no_profile_is_no_answer(answer: object) -> None:
    with pytest.raises(Unanswered):
        OK.read(answer, "7")
