"""The settings of the business: defaults, a file, and what is printed."""

from pathlib import Path

import pytest

from server.settings import Limits, Settings, as_toml, load_settings


def written(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text)
    return path


def test_a_file_says_only_what_differs(tmp_path: Path) -> None:
    settings = load_settings(written(tmp_path, "[limits]\ntables_at_once = 9\n"))

    assert settings == Settings(limits=Limits(tables_at_once=9))


def test_what_is_printed_may_be_read_again(tmp_path: Path) -> None:
    settings = Settings(limits=Limits(tables_at_once=9, new_guests_per_hour=0))

    assert load_settings(written(tmp_path, as_toml(settings))) == settings


def test_each_printed_line_says_what_it_means() -> None:
    lines = [line for line in as_toml(Settings()).splitlines() if "=" in line]

    assert "tables_at_once = 4  # of one account: tables that wait and matches that run" in lines
    assert all("  # " in line for line in lines)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[limits]\ntables_at_once = 0\n", "tables_at_once"),
        ("[limits]\ntables_at_once = true\n", "tables_at_once"),
        ("[limits]\nopen_table = 1\n", "open_table"),
        ("[limit]\n", "limit"),
        ("limits = [\n", ""),
    ],
)
def test_a_malformed_file_is_refused_by_name(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"settings\.toml: .*" + reason):
        load_settings(written(tmp_path, text))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^[^:]*missing\.toml: No such file or directory$"):
        load_settings(tmp_path / "missing.toml")


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xff")

    with pytest.raises(ValueError, match=r"settings\.toml"):
        load_settings(path)
