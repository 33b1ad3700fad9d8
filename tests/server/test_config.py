"""The configuration: read, refused in one answer, and silent about secrets."""

from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path

import pytest

from server.config import Address, Config, Misconfigured, Unusable, load
from server.settings import Settings

KEY = "0f" * 32
PRODUCTION = {"NARDY_PUBLIC_URL": "https://nardy.example", "NARDY_DICE_KEYS": KEY}
TOKEN = "an-admin-token-of-forty-two-characters-ok"


def read(given: Mapping[str, str]) -> Config:
    return load(given, Path("/nonexistent/.env"))


def refusals(given: Mapping[str, str]) -> dict[str, str]:
    with pytest.raises(Misconfigured) as refused:
        read(given)
    return dict(refused.value.problems)


@pytest.fixture
def demo(tmp_path: Path) -> dict[str, str]:
    return {"NARDY_DEMO": "1", "NARDY_DATA": str(tmp_path)}


def test_production_needs_a_public_url_and_dice_keys_alone() -> None:
    config = read(PRODUCTION)

    assert config.listen == Address("127.0.0.1", 8080)
    assert config.ops_listen.is_loopback
    assert config.origins == {"https://nardy.example"}
    assert config.dice_keys == (bytes.fromhex(KEY),)
    assert config.database_url is None
    assert not config.demo


def test_everything_wrong_is_told_at_once() -> None:
    given = {
        "NARDY_LISTEN": "everywhere",
        "NARDY_OK_APP_ID": "512",
        "NARDY_PUBLIC_URL": "http://nardy.example",
        "NARDY_PUBLIC_ULR": "https://nardy.example",
    }

    assert set(refusals(given)) == {
        "DICE_KEYS",
        "LISTEN",
        "OK_APP_KEY",
        "OK_SECRET",
        "PUBLIC_URL",
        "PUBLIC_ULR",
    }


def test_the_answer_names_the_variables_and_no_value() -> None:
    given = {**PRODUCTION, "NARDY_DICE_KEYS": "hunter2", "NARDY_VK_SECRET": "hunter3,"}

    with pytest.raises(Misconfigured) as refused:
        read(given)

    assert "NARDY_DICE_KEYS: must be 32 random bytes" in str(refused.value)
    assert "NARDY_VK_APP_ID: is missing beside NARDY_VK_SECRET" in str(refused.value)
    assert "hunter" not in str(refused.value)


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("LISTEN", "8080"),
        ("LISTEN", "127.0.0.1:"),
        ("LISTEN", "127.0.0.1:99999"),
        ("LISTEN", "nardy.example:80"),
        ("LISTEN", "127.0.0.1:8o80"),
        ("LISTEN", "127.0.0.1:٨٠"),
        ("OPS_LISTEN", "127.0.0.1:8080"),
        ("PUBLIC_URL", "nardy.example"),
        ("PUBLIC_URL", "https://nardy.example/game"),
        ("PUBLIC_URL", "https://user@nardy.example"),
        ("PUBLIC_URL", "https://nardy.example:port"),
        ("ORIGINS", "null"),
        ("ORIGINS", "https://one.example,two.example"),
        ("ORIGINS", "http://one.example"),
        ("TRUSTED_PROXIES", "10.0.0.0/8,proxy"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"),
        ("TIMEZONE", "Mars/Olympus"),
        ("TIMEZONE", "../../etc/passwd"),
        ("DEMO", "perhaps"),
        ("DATABASE_URL", "mysql://localhost/nardy"),
        ("DICE_KEYS", f"{KEY},"),
        ("DICE_KEYS", "AAAA"),
        ("ADMIN_TOKEN", "short"),
        ("SMTP_URL", "mail.example"),
        ("MAIL_FROM", "Nardy <nardy@nardy.example>"),
        ("VK_APP_ID", "VK1"),
        ("VK_SECRET", ",old"),
        ("VK_OK_APPS", "123:456"),
        ("VK_API_URL", "http://api.example"),
        ("TELEGRAM_API_URL", "https://api.example/?a=b"),
        ("TEST_ORDERS", "2"),
        ("NO_SUCH_THING", "1"),
    ],
)
def test_a_malformed_value_is_refused(variable: str, text: str) -> None:
    assert variable in refusals({**PRODUCTION, f"NARDY_{variable}": text})


@pytest.mark.parametrize("text", [None, "[limits]\ntables_at_once = 0\n", "limits = [\n"])
def test_the_settings_of_the_business_are_judged_with_the_rest(
    tmp_path: Path, text: str | None
) -> None:
    path = tmp_path / "settings.toml"
    if text is not None:
        path.write_text(text)

    told = refusals({"NARDY_SETTINGS": str(path)})

    assert set(told) == {"DICE_KEYS", "PUBLIC_URL", "SETTINGS"}
    assert told["SETTINGS"].count(str(path)) == 1


def test_the_settings_of_the_business_are_read_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[limits]\ntables_at_once = 9\n")

    config = read({**PRODUCTION, "NARDY_SETTINGS": str(path)})

    assert config.settings.limits.tables_at_once == 9
    assert read(PRODUCTION).settings == Settings()


def test_lists_and_urls_are_read_into_what_they_mean() -> None:
    config = read(
        {
            **PRODUCTION,
            "NARDY_DATABASE_URL": "postgres://nardy:secret@db/nardy",
            "NARDY_LISTEN": "[::1]:8081",
            "NARDY_ORIGINS": "https://one.example, https://two.example:8443/",
            "NARDY_TRUSTED_PROXIES": "10.0.0.0/8, 192.0.2.1",
            "NARDY_VK_API_URL": "http://127.0.0.1:9/",
            "NARDY_TIMEZONE": "Asia/Yerevan",
        }
    )

    assert config.database_url
    assert config.database_url.get_secret_value() == "postgresql://nardy:secret@db/nardy"
    assert config.listen == Address("::1", 8081)
    assert str(config.listen) == "[::1]:8081"
    assert config.origins == {
        "https://nardy.example",
        "https://one.example",
        "https://two.example:8443",
    }
    assert config.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("192.0.2.1/32"))
    assert config.vk_api_url == "http://127.0.0.1:9"
    assert config.timezone.key == "Asia/Yerevan"


def test_a_secret_may_be_followed_by_the_one_being_retired() -> None:
    config = read({**PRODUCTION, "NARDY_VK_APP_ID": "1", "NARDY_VK_SECRET": "new, old"})

    assert config.vk_secret
    assert config.vk_secret.values == ("new", "old")


def test_dice_keys_may_be_base64_and_several() -> None:
    config = read({**PRODUCTION, "NARDY_DICE_KEYS": f"{'-_' * 21}8=,{KEY}"})

    assert [len(key) for key in config.dice_keys] == [32, 32]


def test_vk_apps_inside_ok_have_ids_and_secrets_of_their_own() -> None:
    config = read({**PRODUCTION, "NARDY_VK_OK_APPS": "1:512:new,old; 2:513:other"})

    assert config.vk_ok_apps["1"].ok_app_id == "512"
    assert config.vk_ok_apps["1"].secrets.values == ("new", "old")
    assert config.vk_ok_apps["2"].secrets.values == ("other",)


def test_no_secret_shows_when_the_configuration_is_printed() -> None:
    secrets = {
        "NARDY_DATABASE_URL": "postgresql://nardy:hunter2@db/nardy",
        "NARDY_ADMIN_TOKEN": "hunter2" * 6,
        "NARDY_SMTP_URL": "smtps://post:hunter2@mail.example",
        "NARDY_VK_APP_ID": "1",
        "NARDY_VK_SECRET": "hunter2",
        "NARDY_VK_SERVICE_TOKEN": "hunter2",
        "NARDY_VK_OK_APPS": "1:2:hunter2",
        "NARDY_TELEGRAM_TOKEN": "1:hunter2",
    }

    config = read({**PRODUCTION, **secrets})

    assert "hunter2" not in f"{config} {config!r} {config.model_dump()}"
    assert KEY not in repr(config).replace("\\x", "")
    assert str(bytes.fromhex(KEY)) not in repr(config)


def test_a_door_of_the_page_needs_the_keys_of_its_app() -> None:
    doors = {"NARDY_OK_LOGIN": "1", "NARDY_FB_LOGIN": "1", "NARDY_TELEGRAM_CLIENT_ID": "1"}

    told = refusals({**PRODUCTION, **doors})

    assert set(told) == {"OK_SECRET", "FB_SECRET", "TELEGRAM_CLIENT_SECRET"}


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text(
        f"NARDY_PUBLIC_URL=https://file.example\nNARDY_DICE_KEYS={KEY}\nNARDY_VK_APP_ID=\nOTHER=1\n"
    )

    config = load({"NARDY_PUBLIC_URL": "https://environment.example"}, dotenv)

    assert config.public_url == "https://environment.example"
    assert config.dice_keys
    assert config.vk_app_id is None


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_bytes(b"NARDY_DEMO=\xff")
    with pytest.raises(Unusable, match=r"\.env: this is no text in UTF-8"):
        load({}, dotenv)


def test_a_demo_makes_throw_away_secrets_and_keeps_them_with_its_data(
    demo: dict[str, str], tmp_path: Path
) -> None:
    first, second = read(demo), read(demo)

    assert first.vk_secret
    assert first == second
    assert (tmp_path / "demo.json").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["demo.json"]
    assert first.public_url == "http://127.0.0.1:8080"
    assert first.origins == {"http://127.0.0.1:8080", "http://localhost:8080"}


def test_two_demos_share_no_secret(demo: dict[str, str], tmp_path: Path) -> None:
    another = read({**demo, "NARDY_DATA": str(tmp_path / "another")})

    assert another.vk_secret != read(demo).vk_secret
    assert another.dice_keys != read(demo).dice_keys


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("VK_SECRET", "real"),
        ("OK_SECRET", "real"),
        ("FB_SECRET", "real"),
        ("TELEGRAM_TOKEN", "1:real"),
        ("VK_OK_APPS", "1:2:real"),
        ("SMTP_URL", "smtps://mail.example"),
        ("VK_ID_APP_ID", "7"),
        ("TELEGRAM_CLIENT_SECRET", "real"),
        ("OK_LOGIN", "1"),
        ("FB_LOGIN", "1"),
        ("LISTEN", "0.0.0.0:8080"),
        ("LISTEN", "[::]:8080"),
        ("OPS_LISTEN", "192.0.2.1:9090"),
    ],
)
def test_a_demo_refuses_what_is_real_and_what_the_world_could_reach(
    demo: dict[str, str], tmp_path: Path, variable: str, text: str
) -> None:
    assert "demo" in refusals({**demo, f"NARDY_{variable}": text})[variable]
    assert not list(tmp_path.iterdir()), "a refused start makes nothing"


def test_the_example_lists_every_variable() -> None:
    example = (Path(__file__).parents[2] / ".env.example").read_text()

    listed = {
        line.lstrip("# ").partition("=")[0].removeprefix("NARDY_").lower()
        for line in example.splitlines()
        if line.lstrip("# ").startswith("NARDY_")
    }
    assert listed == set(Config.model_fields)
