"""An honest match checks out; every way of cheating with the dice is found and placed."""

from collections.abc import Callable

import msgspec
import pytest

from game.dice import ARCHIVED_ROLLS, CommittedDice, digest
from game.events import (
    AnyEvent,
    ArchiveCommitted,
    ColoursDrawn,
    DiceRolled,
    GameStarted,
    OpeningRolled,
    SecretCommitted,
    SeedCommitted,
    SeedRevealed,
)
from game.position import Position
from game.rulesets import RULE_SETS, RuleName
from server.records.archive import dice_archive
from server.records.findings import Fault, Finding, Report, SeedPart
from server.records.log import MatchLog, Revealed
from server.records.verify import verify
from tests.server.records.played import (
    MATCH,
    PASSWORD,
    SECRET,
    SEEDS,
    Played,
    missed,
    played,
    with_commit,
    with_event,
)

OTHER = bytes(32)


@pytest.fixture(scope="module")
def short() -> Played:
    return played()


def check(log: MatchLog, match: Played) -> Report:
    return verify(log, match.revealed, match.archive)


def replaced(**members: object) -> Callable[[AnyEvent], AnyEvent]:
    def change(event: AnyEvent) -> AnyEvent:
        return msgspec.structs.replace(event, **members)

    return change


def of_the_dice(report: Report) -> list[Finding]:
    """What is found beside that the log was changed, which `test_course` is about."""
    return [finding for finding in report.findings if finding.fault is not Fault.COURSE]


def the_only(report: Report) -> Finding:
    (finding,) = of_the_dice(report)
    return finding


@pytest.mark.parametrize("rules", ["short", "long", "nackgammon", "nardgammon", "crazy"])
def test_an_honest_match_is_honest(rules: str) -> None:
    match = played(rules=rules)
    report = check(match.log, match)
    assert report.honest, report.lines()
    assert report.rolls > 10
    assert report.lines()[1] == f"every one of the {report.rolls} rolls is the committed one"


def test_a_match_without_doublets_may_skip_them(short: Played) -> None:
    match = played(rules="long", doublets=False)
    draws = [e.draw for c in match.log.commits for e in c.events if isinstance(e, DiceRolled)]
    assert draws != list(range(draws[0], draws[0] + len(draws))), "no doublet was drawn"
    assert check(match.log, match).honest


@pytest.mark.parametrize(("colour", "white"), [("white", 0), ("black", 1)])
def test_colours_may_be_agreed_instead_of_drawn(colour: str, white: int) -> None:
    match = played(colour=colour)
    assert check(match.log, match).honest
    log, seq = with_event(match.log, ColoursDrawn, replaced(white=1 - white))
    assert the_only(check(log, match)) == Finding(
        Fault.COLOURS, f"seat {1 - white} got white, which is due to seat {white}", seq
    )


def test_a_swapped_secret_is_found(short: Played) -> None:
    """The house publishes another secret than the one it was bound to: nothing fits then."""
    report = verify(short.log, Revealed(OTHER.hex(), PASSWORD), short.archive)
    assert Finding(Fault.SECRET, "the secret is not the one that was promised", 0) in (
        report.findings
    )
    assert {finding.fault for finding in report.findings} >= {Fault.SECRET, Fault.ARCHIVE}


def test_a_secret_chosen_after_the_seeds_is_found_though_its_rolls_fit(short: Played) -> None:
    log, seq = with_event(short.log, SecretCommitted, replaced(digest=digest(OTHER)))
    assert the_only(check(log, short)) == Finding(
        Fault.SECRET, "the secret is not the one that was promised", seq
    )


def test_a_changed_roll_is_found_with_both_pairs(short: Played) -> None:
    dice = CommittedDice(SECRET, MATCH.bytes, SEEDS)
    log, seq = with_event(short.log, DiceRolled, replaced(dice=(7, 7)), nth=3)
    changed = next(e for e in log.commits[seq].events if isinstance(e, DiceRolled))
    first, second = dice.pair(changed.draw)
    finding = the_only(check(log, short))
    assert finding.fault is Fault.ROLL
    assert str(finding) == (
        f"commit {seq}: roll {changed.draw} is {first}-{second}, but 7-7 was played"
    )


def test_dice_in_the_other_order_are_another_roll(short: Played) -> None:
    """The first die of an opening is white's: turned round, the other side would begin."""
    opening = next(e for c in short.log.commits for e in c.events if isinstance(e, OpeningRolled))
    turned = replaced(white=opening.black, black=opening.white)
    log, _ = with_event(short.log, OpeningRolled, turned)
    assert the_only(check(log, short)).fault is Fault.ROLL


def test_rolls_that_changed_places_are_found(short: Played) -> None:
    rolled = [(c.seq, e) for c in short.log.commits for e in c.events if isinstance(e, DiceRolled)]
    (_, one), (_, other) = rolled[4], rolled[5]
    log, _ = with_event(short.log, DiceRolled, replaced(draw=other.draw, dice=other.dice), nth=4)
    log, seq = with_event(log, DiceRolled, replaced(draw=one.draw, dice=one.dice), nth=5)
    told = [str(finding) for finding in check(log, short).findings]
    assert f"commit {seq}: roll {one.draw} was played after roll {other.draw}" in told


def test_a_roll_that_was_left_out_is_found(short: Played) -> None:
    """A house that throws until it likes the dice leaves holes in the stream."""
    rolled = [e for c in short.log.commits for e in c.events if isinstance(e, DiceRolled)]
    dice = CommittedDice(SECRET, MATCH.bytes, SEEDS)
    after = rolled[-1].draw + 1
    last = replaced(draw=after, dice=dice.pair(after))
    log, seq = with_event(short.log, DiceRolled, last, nth=len(rolled) - 1)
    assert the_only(check(log, short)) == Finding(
        Fault.DRAW, f"roll {after} was played where roll {after - 1} of the stream was due", seq
    )


def test_skipping_a_doublet_is_no_excuse_where_doublets_are_played() -> None:
    match = played(rules="long", doublets=False)
    opening = match.log.opening
    conventions = msgspec.structs.replace(opening.conventions, doublets=True)
    events = (msgspec.structs.replace(opening, conventions=conventions),)
    log = with_commit(match.log, 0, events + match.log.commits[0].events[1:])
    assert {finding.fault for finding in of_the_dice(check(log, match))} == {Fault.DRAW}


def test_a_seed_that_is_not_the_promised_one_is_found(short: Played) -> None:
    log, seq = with_event(short.log, SeedCommitted, replaced(digest=digest(b"another")), nth=1)
    finding = the_only(check(log, short))
    assert finding.fault is Fault.SEED
    assert "seat 1" in finding.message
    assert finding.seq != seq, "the fault lies where the seed was told"


def test_another_archive_in_the_log_is_found(short: Played) -> None:
    log, seq = with_event(short.log, ArchiveCommitted, replaced(digest=digest(b"another")))
    told = [str(finding) for finding in of_the_dice(check(log, short))]
    assert told == [
        f"commit {seq}: the archive of these dice under this password is not the sealed one",
        f"commit {seq}: the archive file is not the one that was sealed",
    ]


def test_another_archive_in_the_hand_is_found(short: Played) -> None:
    """The same archive may not serve two matches."""
    other = dice_archive(CommittedDice(OTHER, MATCH.bytes, SEEDS), OTHER, PASSWORD)
    finding = the_only(verify(short.log, short.revealed, other))
    assert finding.message == "the archive file is not the one that was sealed"


def test_an_archive_that_served_another_match_is_found(short: Played) -> None:
    """The house keeps secret and password from one match to the next: other dice, other bytes."""
    before = dice_archive(CommittedDice(SECRET, bytes(16), SEEDS), SECRET, PASSWORD)
    log, seq = with_event(short.log, ArchiveCommitted, replaced(digest=digest(before)))

    told = [str(finding) for finding in of_the_dice(verify(log, short.revealed, before))]

    assert told == [
        f"commit {seq}: the archive of these dice under this password is not the sealed one"
    ]


def test_an_archive_that_was_sealed_after_the_first_roll_is_found(short: Played) -> None:
    (sealed,) = [c.seq for c in short.log.commits if any_of(c.events, ArchiveCommitted)]
    archive, *rest = short.log.commits[sealed].events
    assert isinstance(archive, ArchiveCommitted)
    log = with_commit(short.log, sealed, tuple(rest))
    log = with_commit(log, sealed + 1, (archive, *log.commits[sealed + 1].events))

    told = [finding.message for finding in check(log, short).findings]

    assert "the digest of the archive stands after the first dice" in told


def test_a_seed_that_was_told_before_all_were_promised_is_found(short: Played) -> None:
    """Revealed early: the house, or the other player, could still have chosen its own."""
    (second,) = [
        c.seq for c in short.log.commits for e in c.events if e == promised_by(short, seat=1)
    ]
    (told_at,) = [
        c.seq
        for c in short.log.commits
        for e in c.events
        if isinstance(e, SeedRevealed) and e.seat == 0
    ]
    late, early = short.log.commits[second].events, short.log.commits[told_at].events
    log = with_commit(with_commit(short.log, second, early), told_at, late)

    told = [finding.message for finding in check(log, short).findings]

    assert "the digest of the seed of seat 1 stands after the seed of seat 0" in told


def any_of(events: tuple[AnyEvent, ...], kind: type[AnyEvent]) -> bool:
    return any(isinstance(event, kind) for event in events)


def promised_by(match: Played, seat: int) -> SeedCommitted:
    return next(
        e
        for c in match.log.commits
        for e in c.events
        if isinstance(e, SeedCommitted) and e.seat == seat
    )


def test_a_match_longer_than_the_archive_draws_on_by_the_same_law() -> None:
    match = played(form="match", length=25)
    rolled = [e.draw for c in match.log.commits for e in c.events if isinstance(e, DiceRolled)]
    assert max(rolled) > ARCHIVED_ROLLS + 100
    assert check(match.log, match).honest

    beyond = next(n for n, draw in enumerate(rolled) if draw > ARCHIVED_ROLLS)
    log, seq = with_event(match.log, DiceRolled, replaced(dice=(7, 7)), nth=beyond)

    finding = the_only(check(log, match))
    assert (finding.fault, finding.seq) == (Fault.ROLL, seq)


def test_another_password_is_found(short: Played) -> None:
    report = verify(short.log, Revealed(SECRET.hex(), "another"), short.archive)
    assert the_only(report).fault is Fault.ARCHIVE


def test_colours_that_were_not_drawn_are_found(short: Played) -> None:
    drawn = next(e for c in short.log.commits for e in c.events if isinstance(e, ColoursDrawn))
    log, _ = with_event(short.log, ColoursDrawn, replaced(white=1 - drawn.white))
    assert the_only(check(log, short)).fault is Fault.COLOURS


@pytest.mark.parametrize("extra", ["mirrored", "independent", "one_side"])
def test_extra_checkers_are_drawn_too(extra: str) -> None:
    match = played(rules="short16", extra_checker=extra)
    assert check(match.log, match).honest
    moved = replaced(position=str(Position.start(RULE_SETS[RuleName.SHORT])))
    log, seq = with_event(match.log, GameStarted, moved)
    finding = the_only(check(log, match))
    assert (finding.fault, finding.seq) == (Fault.START, seq)


@pytest.mark.parametrize(
    ("later", "earlier", "words"),
    [
        (0, 1, "the digest of the secret stands after the digest of the seed of seat 0"),
        (2, 3, "the digest of the seed of seat 1 stands after the seed of seat 0"),
        (4, 5, "the seed of seat 1 stands after the first dice"),
    ],
)
def test_promises_in_the_wrong_order_are_found(
    short: Played, later: int, earlier: int, words: str
) -> None:
    commits = short.log.commits
    first = commits[0].events[:1]
    log = with_commit(short.log, earlier, commits[later].events[len(first) if not later else 0 :])
    moved = commits[earlier].events
    log = with_commit(log, later, first + moved if not later else moved)
    assert words in [finding.message for finding in check(log, short).findings]


def test_dice_before_a_promise_are_found(short: Played) -> None:
    log = with_commit(short.log, 0, short.log.commits[0].events[:1])
    assert "dice fell before the digest of the secret was told" in [
        finding.message for finding in check(log, short).findings
    ]


def test_a_promise_that_was_made_twice_is_found(short: Played) -> None:
    opening = short.log.commits[0].events
    log = with_commit(short.log, 0, (*opening, SecretCommitted(digest(OTHER))))
    assert "the digest of the secret stands there twice" in [
        finding.message for finding in check(log, short).findings
    ]


def test_dice_without_a_seed_cannot_be_drawn_again(short: Played) -> None:
    log = with_commit(short.log, 3, ())
    told = [finding.message for finding in check(log, short).findings]
    assert "the dice cannot be drawn again: a seat told no seed" in told
    assert "dice fell before the seed of seat 0 was told" in told


@pytest.mark.parametrize("seed", ["not hex", "f"])
def test_a_seed_that_cannot_be_read_is_not_the_promised_one(short: Played, seed: str) -> None:
    log, seq = with_event(short.log, SeedRevealed, replaced(seed=seed))
    told = [str(finding) for finding in check(log, short).findings]
    assert f"commit {seq}: the seed of seat 0 is not the one that was promised" in told


@pytest.mark.parametrize("draw", [-1, 1 << 32, 1 << 60])
def test_a_roll_that_the_stream_does_not_have_is_found(short: Played, draw: int) -> None:
    log, seq = with_event(short.log, DiceRolled, replaced(draw=draw))
    assert the_only(check(log, short)) == Finding(
        Fault.DRAW, f"the stream has no roll {draw}", seq
    )


def test_a_roll_from_far_ahead_is_found_at_once(short: Played) -> None:
    far = (1 << 32) - 1
    dice = CommittedDice(SECRET, MATCH.bytes, SEEDS)
    log, _ = with_event(short.log, DiceRolled, replaced(draw=far, dice=dice.pair(far)))
    found = of_the_dice(check(log, short))
    assert found[0].message == f"roll {far} was played where roll 1 of the stream was due"


@pytest.mark.parametrize("number", [-1, 1 << 24])
def test_a_game_that_the_stream_does_not_have_is_found(number: int) -> None:
    match = played(rules="short16")
    log, seq = with_event(match.log, GameStarted, replaced(number=number))
    assert the_only(check(log, match)) == Finding(
        Fault.START, f"the stream has no game {number}", seq
    )


def test_a_match_that_never_began_tells_of_each_seat_what_it_brought(short: Played) -> None:
    """Seat 1 missed its step: seat 0 could not tell its seed, and the secret is told."""
    report = verify(missed(0), short.revealed)
    assert report.honest
    assert report.lines()[1:] == [
        "no dice were drawn",
        "the secret is the one that was promised",
        "every commit follows from those before it, and every play is legal",
        "seat 0: a seed was promised and never told",
        "seat 1: no seed was ever promised",
    ]


def test_a_seed_that_was_only_promised_is_nobodys_own(short: Played) -> None:
    opened = verify(missed(), short.revealed)
    assert opened.seeds == (SeedPart.MISSING, SeedPart.MISSING)
    both = verify(missed(0, 1), short.revealed)
    assert both.seeds == (SeedPart.UNTOLD, SeedPart.UNTOLD)


def test_a_log_that_is_not_whole_differs_there_and_is_not_followed(short: Played) -> None:
    holed = msgspec.structs.replace(short.log, commits=short.log.commits[1:])
    assert check(holed, short).findings == (
        Finding(Fault.WHOLE, "it is missing: commit 1 stands there", 0),
    )


def test_it_says_that_no_archive_was_compared(short: Played) -> None:
    unchecked = "no dice.zip was given: the archive that was handed out is not checked"
    assert unchecked in verify(short.log, short.revealed).lines()
    assert unchecked not in check(short.log, short).lines()


def test_it_says_whose_seed_was_independent() -> None:
    match = played(drawn=(1,))
    assert check(match.log, match).lines()[-2:] == [
        "seat 0: seed of the player's own",
        "seat 1: seed drawn by the service together with its secret",
    ]


def test_it_says_when_nobody_brought_an_independent_seed() -> None:
    match = played(drawn=(0, 1))
    assert "no seat brought an independent seed" in check(match.log, match).lines()[-1]


def test_a_seed_is_told_in_the_log_as_it_went_into_the_dice(short: Played) -> None:
    told = {
        e.seat: bytes.fromhex(e.seed)
        for c in short.log.commits
        for e in c.events
        if isinstance(e, SeedRevealed)
    }
    assert tuple(told[seat] for seat in (0, 1)) == SEEDS
