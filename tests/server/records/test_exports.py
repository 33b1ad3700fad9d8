"""`log.zip` and `match.mat`: what is in them, that they are read back, that they never change."""

import io
import zipfile

import pytest
from msgspec.structs import replace

from game.events import CheckersPlayed
from game.records import UnreadableRecord, checked, read_book, read_mat, read_sgf
from game.rulesets import RuleName
from server.records.exports import log_zip, match_mat, record_of
from server.records.imports import imported
from server.records.log import LoggedCommit, MatchLog, read_log, write_log
from server.records.verify import verify
from tests.server.records.played import PLAYERS, cut, played, with_event

NAMES = {PLAYERS[0]: "Anna", PLAYERS[1]: "Борис"}


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_archive_holds_the_log_and_what_people_and_programs_read() -> None:
    members = unpacked(log_zip(played().log, NAMES))

    assert list(members) == ["log.json", "log.en.txt", "log.ru.txt", "match.mat", "match.sgf"]
    assert read_log(members["log.json"]) == played().log
    results = {
        read_book(members["log.en.txt"].decode()).result,
        read_book(members["log.ru.txt"].decode()).result,
        read_mat(members["match.mat"].decode()).result,
        read_sgf(members["match.sgf"].decode()).result,
    }
    assert results == {record_of(played().log, NAMES).result}


def test_the_log_in_it_is_one_whose_dice_can_be_verified() -> None:
    log = read_log(unpacked(log_zip(played().log, NAMES))["log.json"])

    assert log.dice is not None
    assert verify(log, log.dice).findings == ()


def test_a_match_that_programs_of_others_do_not_know_has_no_sgf() -> None:
    log = played(rules=RuleName.LONG).log

    assert "match.sgf" not in unpacked(log_zip(log, NAMES))
    assert b'[Variation "LongGammon"]' in match_mat(log, NAMES)


def test_the_same_match_gives_the_same_bytes() -> None:
    assert log_zip(played().log, NAMES) == log_zip(played().log, NAMES)


def test_players_are_named_where_they_have_a_name() -> None:
    text = match_mat(played().log, {PLAYERS[0]: "Anna"}).decode()

    assert '"Anna"' in text
    assert f'"{PLAYERS[1]}"' in text


@pytest.mark.parametrize("commits", [1, 3, 5, 6, 7, 20])
def test_a_match_that_is_not_over_has_a_record_too(commits: int) -> None:
    """Also before its first game, while the dice are being bound."""
    log = cut(played().log, commits)

    kept = imported(match_mat(log, NAMES))

    assert kept.result is None
    assert kept.players == ("Anna", "Борис")
    assert len(kept.games) == (1 if commits > 5 else 0)
    assert checked(kept) == kept


@pytest.mark.parametrize("rules", RuleName)
def test_every_file_is_imported_as_the_same_match(rules: RuleName) -> None:
    log = played(rules=rules).log
    whole = log_zip(log, NAMES)

    found = [imported(whole), *(imported(member) for member in unpacked(whole).values())]

    assert {kept.result for kept in found} == {record_of(log, NAMES).result}
    positions = {
        tuple(move.position for act in game.acts for move in getattr(act, "moves", ()))
        for kept in found
        for game in kept.games
    }
    assert len(positions) == 1


def broken_logs() -> dict[str, bytes]:
    log = played().log
    return {
        "no JSON": b"{",
        "another JSON": b'{"match": 1}',
        "a log without its opening": write_log(MatchLog(log.match, renumbered_without(0))),
        "no archive": b"PK\x03\x04",
        "an archive of something else": archive_of("readme.txt", b"hello"),
        "an archive of a broken log": archive_of("log.json", b"{"),
        "an archive that unfolds too far": archive_of("log.json", bytes(50_000_001)),
        "an archive packed oddly": archive_of("log.json", b"{}", zipfile.ZIP_BZIP2),
        "an archive cut short": archive_of("log.json", b"{}" * 999)[:-30],
        "an archive with a damaged member": damaged(archive_of("log.json", bytes(range(256)) * 9)),
        "a log that does not follow": write_log(MatchLog(log.match, renumbered_without(6))),
        "a text": b"hello",
        "nothing": b"",
        "a log that was cut": write_log(log)[:-40],
    }


def renumbered_without(seq: int) -> tuple[LoggedCommit, ...]:
    """The commits without one of them, as if there had never been one."""
    commits = played().log.commits
    return tuple(replace(c, seq=n) for n, c in enumerate((*commits[:seq], *commits[seq + 1 :])))


def damaged(archive: bytes) -> bytes:
    """The archive with other bytes in the middle of its member."""
    return archive[:60] + bytes(40) + archive[100:]


def archive_of(name: str, content: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize("fault", broken_logs())
def test_what_is_no_record_is_refused(fault: str) -> None:
    with pytest.raises(UnreadableRecord):
        imported(broken_logs()[fault])


def test_a_log_that_the_rules_forbid_is_refused() -> None:
    def changed(event: object) -> CheckersPlayed:
        assert isinstance(event, CheckersPlayed)
        return replace(event, steps=((24, 23),))

    cheated, _ = with_event(played().log, CheckersPlayed, changed, nth=1)

    with pytest.raises(UnreadableRecord, match="is not legal"):
        imported(write_log(cheated))
