"""`nardy export` and `nardy import`: what they write, and what they refuse."""

import codecs
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from game.records import read_book, read_mat, read_sgf
from game.rulesets import RuleName
from server.cli.app import app
from server.records.exports import log_zip, match_mat
from server.records.log import write_log
from tests.server.records.played import PLAYERS, played

READERS = {"mat": read_mat, "sgf": read_sgf, "en": read_book, "ru": read_book}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.json"
    path.write_bytes(write_log(played().log))
    return path


@pytest.mark.parametrize("to", READERS)
def test_a_log_is_exported_in_every_format(log: Path, to: str) -> None:
    result = run("export", log, "--to", to, "--white", "Anna")

    assert result.exit_code == 0
    kept = READERS[to](result.stdout)
    assert kept.players[0] == "Anna"
    assert kept.players[1] in PLAYERS
    assert kept.result is not None


def test_an_archive_is_exported_like_the_log_in_it(log: Path, tmp_path: Path) -> None:
    archive = tmp_path / "log.zip"
    archive.write_bytes(log_zip(played().log, {}))

    assert run("export", archive).stdout == run("export", log).stdout


def test_a_log_may_begin_with_a_byte_order_mark(log: Path) -> None:
    plain = run("export", log).stdout
    log.write_bytes(codecs.BOM_UTF8 + log.read_bytes())
    assert run("export", log).stdout == plain
    assert run("verify-dice", log).exit_code == 0


def test_a_long_match_has_no_sgf(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_bytes(write_log(played(rules=RuleName.LONG).log))

    result = run("export", log, "--to", "sgf")

    assert result.exit_code == 1
    assert result.stderr == "nardy: a match of long has no SGF\n"


def test_a_format_that_there_is_not_is_refused(log: Path) -> None:
    result = run("export", log, "--to", "pdf")

    assert result.exit_code == 2
    assert "mat, sgf, en, ru" in result.stderr


def test_a_record_is_judged_game_by_game(tmp_path: Path) -> None:
    mat = tmp_path / "match.mat"
    mat.write_bytes(match_mat(played().log, {PLAYERS[0]: "Anna", PLAYERS[1]: "Boris"}))

    result = run("import", mat)

    assert result.exit_code == 0
    assert "Anna" in result.stdout
    assert "game 1, 0:0" in result.stdout
    assert result.stdout.endswith("every move, cube and score is as the rules have it\n")


def test_a_record_is_written_in_another_format(tmp_path: Path) -> None:
    mat = tmp_path / "match.mat"
    mat.write_bytes(match_mat(played().log, {}))

    written = run("import", mat, "--to", "ru")

    assert read_book(written.stdout).result == read_mat(mat.read_text()).result


def test_a_game_that_is_not_over_is_said_to_be_so(tmp_path: Path) -> None:
    mat = tmp_path / "match.mat"
    mat.write_text(" 1 point match\n\n Game 1\n A : 0      B : 0\n  1) 31: 8/5 6/5\n")

    assert "1 acts, not over" in run("import", mat).stdout


def test_what_the_rules_forbid_is_named_with_its_line(tmp_path: Path) -> None:
    mat = tmp_path / "match.mat"
    mat.write_text(" 1 point match\n\n Game 1\n A : 0      B : 0\n  1) 31: 8/5 6/4\n")

    result = run("import", mat)

    assert result.exit_code == 1
    assert result.stderr.startswith(f"nardy: {mat}: line 5: 31: 8/5 6/4 is not legal")
