"""The strict readers below the doors: queries, JSON, base64url, names, keys."""

import base64
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from platforms import base64url
from platforms.freshness import Freshness
from platforms.identity import cleaned_language, cleaned_name, is_number
from platforms.jsontext import read_object
from platforms.query import read_pairs, unescape, unique
from platforms.refusals import Forged, NotConfigured, Reason, Stale
from platforms.secret import Secrets, same

ANY_TEXT = st.text(st.characters(codec=None))


def reason(text: str, limit: int = 100) -> Reason:
    with pytest.raises(Forged) as refused:
        unique(read_pairs(text, limit))
    return refused.value.reason


def test_a_query_keeps_order_empty_values_and_decodes_once() -> None:
    assert read_pairs("b=%252C&&a=&c&d=e=f&g=+%2B&%D1%8F=я", 100) == [
        ("b", "%2C"),
        ("a", ""),
        ("c", ""),
        ("d", "e=f"),
        ("g", " +"),
        ("я", "я"),
    ]


def test_a_query_that_readers_could_understand_differently_is_refused() -> None:
    assert reason("a=1&b=2&a=1") is Reason.DUPLICATE_KEY
    assert reason("a=1&%61=2") is Reason.DUPLICATE_KEY
    for broken in ("a=%", "a=%2", "a=%zz", "%u0041=1", "a=%FF", "a=%ED%A0%80", "a=\ud800"):
        assert reason(broken) is Reason.BAD_ENCODING


def test_the_limit_of_a_query_is_in_bytes() -> None:
    assert read_pairs("a=яя", 6) == [("a", "яя")]
    assert reason("a=яя", 5) is Reason.TOO_LONG
    assert reason("a=" + "x" * 99) is Reason.TOO_LONG


@given(ANY_TEXT)
def test_unescaping_any_text_gives_a_text_with_bytes_or_a_refusal(text: str) -> None:
    with suppress(Forged):
        assert unescape(text).encode().decode() == unescape(text)


@given(st.binary())
def test_base64url_has_one_text_for_each_value(data: bytes) -> None:
    text = base64url.encode(data)

    assert base64url.decode(text) == data
    assert base64url.decode(text + "=" * (-len(text) % 4)) == data


@pytest.mark.parametrize("text", ["A", "AA=", "AA===", "AB", "+/+/", "A A=", "AA\n", "я", "====="])
def test_other_spellings_of_base64_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"padding|canonical|base64url"):
        base64url.decode(text)


@given(st.text(alphabet="AZaz09-_+/= \n"))
def test_what_base64url_reads_it_writes_alike(text: str) -> None:
    try:
        data = base64url.decode(text)
    except ValueError:
        return
    assert base64url.encode(data) == text.rstrip("=")
    assert base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)) == data


@pytest.mark.parametrize(
    "text",
    ["", "[]", "5", "null", '{"a":NaN}', '{"a":-Infinity}', '{"a":1e999}', "[" * 9999, b"{\xff}"],
)
def test_json_that_is_no_object_of_finite_numbers_is_refused(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  the message is nobody's
        read_object(text)


def test_json_may_hold_a_name_that_utf8_cannot() -> None:
    assert read_object(b'{"a":"\\ud800","b":1.5}') == {"a": "\ud800", "b": 1.5}


@pytest.mark.parametrize(
    "text", ["", "0", "01", "-1", "+1", "1 ", "1\n", "1_0", "٣", "²", "1" * 20]
)
def test_a_number_is_written_in_one_way(text: str) -> None:
    assert not is_number(text)
    assert is_number("9" * 19)


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("ru", "ru"),
        ("RU", "ru"),
        ("pt-br", "pt-BR"),
        ("zh_hans", "zh-Hans"),
        ("", None),
        ("r", None),
        ("ru\n", None),
        ("ру", None),
        ("<b>", None),
        (None, None),
    ],
)
def test_a_language_is_a_tag_or_nothing(told: str | None, kept: str | None) -> None:
    assert cleaned_language(told) == kept


@given(ANY_TEXT)
def test_a_name_can_always_be_stored_and_shown_in_a_line(text: str) -> None:
    name = cleaned_name(text)

    assert name is None or (name == name.strip() and 0 < len(name) <= 64)
    assert "\x00" not in (name or "")
    (name or "").encode()


@pytest.mark.parametrize("values", [(), ("",), ("  ",), ("key", ""), ("\udc80",)])
def test_there_is_no_empty_key(values: tuple[str, ...]) -> None:
    with pytest.raises(NotConfigured):
        Secrets(values)


def test_keys_are_read_from_a_setting_and_never_shown() -> None:
    secrets = Secrets.parse("new, old\n")

    assert secrets.values == ("new", "old")
    assert secrets.current == "new"
    assert "new" not in f"{secrets!r} {secrets}"
    for text in ("", ",", "new,", " , "):
        with pytest.raises(NotConfigured):
            Secrets.parse(text)


@given(ANY_TEXT, ANY_TEXT)
def test_comparison_takes_any_text(one: str, other: str) -> None:
    assert same(one, other) is (one == other)
    assert same(one, one)


def test_both_ends_of_an_age_are_accepted() -> None:
    day = Freshness(max_age=100, skew=10)

    for moment in (900, 1000, 1010):
        day.require(moment, 1000)
    for moment, why in ((899, Reason.STALE), (1011, Reason.FUTURE)):
        with pytest.raises(Stale) as refused:
            day.require(moment, 1000)
        assert refused.value.reason is why
