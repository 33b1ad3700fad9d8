"""The draw of the dice: nobody may be bound late, twice, or to another's number."""

import hashlib

import pytest

from game.commands import (
    CommitSeed,
    Depart,
    LeaveMatch,
    OfferStop,
    Return,
    RevealSeed,
    RingAlarm,
    RollDice,
    StartMatch,
    VoidMatch,
)
from game.dice import digest
from game.events import (
    ArchiveCommitted,
    ColoursDrawn,
    GameStarted,
    MatchLeft,
    MatchOpened,
    MatchVoided,
    OpeningRolled,
    SecretCommitted,
    SeedCommitted,
    TurnPassed,
)
from game.match import Context, Gap, open_match
from game.refusals import DiceRefused, MatchOver, NothingDue, NotYourDecision, WrongMoment
from game.side import Side
from game.vocabulary import CreditCause, DecisionKind, Millis, Phase, VoidCause
from tests.game.scripted import SEEDS, Scripted
from tests.game.selfplay import ARCHIVE, BEGINNING, MATCH_ID, agreed


def reason_of(match: Scripted, command: CommitSeed | RevealSeed | StartMatch) -> str:
    refused = match.refusal(command)
    assert isinstance(refused, DiceRefused)
    return refused.reason


def test_a_match_opens_with_its_terms_and_the_house_bound() -> None:
    terms = MatchOpened(MATCH_ID, 1, agreed(rules="short"), ("ann", "bob"), BEGINNING)

    assert open_match(terms, digest(b"secret")) == (terms, SecretCommitted(digest(b"secret")))


def test_a_match_with_one_player_or_without_a_digest_does_not_open() -> None:
    alone = MatchOpened(MATCH_ID, 1, agreed(rules="short"), ("ann",), BEGINNING)
    pair = MatchOpened(MATCH_ID, 1, agreed(rules="short"), ("ann", "bob"), BEGINNING)

    with pytest.raises(ValueError, match="two seats"):
        open_match(alone, digest(b"secret"))
    with pytest.raises(ValueError, match="64 hex digits"):
        open_match(pair, "secret")


def test_a_seat_is_bound_once() -> None:
    match = Scripted(rules="short")
    match.do(CommitSeed(0, digest(SEEDS[0])))

    assert reason_of(match, CommitSeed(0, digest(b"better"))) == "already_committed"


def test_a_seat_cannot_promise_the_others_seed() -> None:
    match = Scripted(rules="short")
    match.do(CommitSeed(0, digest(SEEDS[0])))

    assert reason_of(match, CommitSeed(1, digest(SEEDS[0]))) == "copied_digest"


@pytest.mark.parametrize("text", ["", "abc", "Z" * 64, digest(b"x").upper()])
def test_a_promise_is_a_digest(text: str) -> None:
    assert reason_of(Scripted(rules="short"), CommitSeed(0, text)) == "bad_digest"


def test_no_seed_is_told_before_all_are_promised() -> None:
    match = Scripted(rules="short")
    match.do(CommitSeed(0, digest(SEEDS[0])))

    assert reason_of(match, RevealSeed(0, SEEDS[0].hex())) == "too_early"


@pytest.mark.parametrize("text", ["", "0", "0f0", "XY", "AB", "ab" * 65])
def test_a_seed_is_one_to_64_bytes_of_hex(text: str) -> None:
    match = Scripted(rules="short")
    for seat, seed in enumerate(SEEDS):
        match.do(CommitSeed(seat, digest(seed)))

    assert reason_of(match, RevealSeed(0, text)) == "bad_seed"


def test_a_seed_must_be_the_one_promised_and_is_told_once() -> None:
    match = Scripted(rules="short")
    for seat, seed in enumerate(SEEDS):
        match.do(CommitSeed(seat, digest(seed)))

    assert reason_of(match, RevealSeed(0, SEEDS[1].hex())) == "wrong_seed"
    match.do(RevealSeed(0, SEEDS[0].hex()))
    assert reason_of(match, RevealSeed(0, SEEDS[0].hex())) == "already_revealed"


def test_after_the_draw_nothing_is_promised_or_told() -> None:
    match = Scripted((3, 1), rules="short").seeded()

    assert reason_of(match, CommitSeed(0, digest(b"late"))) == "already_committed"
    assert reason_of(match, RevealSeed(1, b"late".hex())) == "already_revealed"


def test_a_drawn_seed_is_marked_in_the_log() -> None:
    match = Scripted(rules="short")

    match.do(CommitSeed(1, digest(SEEDS[1]), drawn=True))

    assert match.last(SeedCommitted).drawn


def test_a_match_starts_when_all_seeds_are_told() -> None:
    match = Scripted((3, 1), rules="short")

    assert reason_of(match, StartMatch()) == "seeds_missing"
    match.seeded()
    assert match.is_in(Phase.READY)
    assert match.state.due() == match.at
    match.do(StartMatch())
    assert match.is_in(Phase.PLAYING)
    assert isinstance(match.refusal(StartMatch()), NothingDue)


def test_the_archive_is_sealed_before_anything_is_thrown() -> None:
    match = Scripted((3, 1), rules="short").seeded()

    events = match.do(StartMatch())

    assert [type(event) for event in events] == [
        ArchiveCommitted,
        ColoursDrawn,
        GameStarted,
        OpeningRolled,
    ]
    assert match.last(ArchiveCommitted).digest == ARCHIVE


@pytest.mark.parametrize("archive", [None, "dice.zip"])
def test_a_match_does_not_start_without_its_archive(archive: str | None) -> None:
    match = Scripted((3, 1), rules="short").seeded()

    with pytest.raises(ValueError, match="digest of its archive"):
        match.state.apply(StartMatch(), Context(match.at, dice=match.dice, archive=archive))


def test_a_match_does_not_start_without_dice() -> None:
    match = Scripted((3, 1), rules="short").seeded()

    with pytest.raises(ValueError, match="throws dice"):
        match.state.apply(StartMatch(), Context(match.at, archive=ARCHIVE))


@pytest.mark.parametrize(
    ("colour", "drawn", "white"),
    [("white", 1, 0), ("black", 0, 1), ("drawn", 0, 0), ("drawn", 1, 1)],
)
def test_seat_0_has_the_colour_agreed_or_drawn(colour: str, drawn: int, white: int) -> None:
    match = Scripted((3, 1), rules="short", colour=colour).seeded()
    match.dice.drawn = drawn

    match.do(StartMatch())

    assert match.last(ColoursDrawn).white == white
    assert match.state.seat_of(Side.WHITE) == white
    assert match.state.side_of(1 - white) is Side.BLACK


def test_the_higher_die_plays_the_opening_dice_of_short() -> None:
    """`keep`: the first decision is to play the two dice thrown (rules, section 1.3)."""
    match = Scripted((2, 2), (1, 3), rules="short").seeded()
    match.do(StartMatch())

    tied, rolled = (event for event in match.log if isinstance(event, OpeningRolled))
    assert (tied.draw, tied.white, tied.black, tied.winner) == (0, 2, 2, None)
    assert (rolled.winner, rolled.kept, rolled.draw) == (Side.BLACK, True, 1)
    assert match.state.decision is not None
    assert match.state.decision.kind is DecisionKind.PLAY
    assert match.state.decision.side is Side.BLACK
    assert len(match.state.legal_plays) == 16
    assert match.state.next_draw == 2


def test_the_higher_die_throws_anew_in_long() -> None:
    match = Scripted((5, 3), (6, 6), rules="long").seeded()
    match.do(StartMatch())

    assert match.state.decision is not None
    assert match.state.decision.kind is DecisionKind.ROLL
    match.do(RollDice(0, match.turn))
    assert len(match.state.legal_plays) == 1


@pytest.mark.parametrize(("told", "missing"), [((), (0, 1)), ((1,), (0,)), ((0,), (1,))])
def test_a_seat_that_promises_nothing_for_20_s_voids_the_match(
    told: tuple[int, ...], missing: tuple[int, ...]
) -> None:
    match = Scripted(rules="short")
    for seat in told:
        match.do(CommitSeed(seat, digest(SEEDS[seat])))
    assert match.state.due() == BEGINNING + 20_000
    assert isinstance(match.wait(19.999).refusal(RingAlarm()), NothingDue)

    (event,) = match.wait(0.001).do(RingAlarm())

    assert event == MatchVoided(VoidCause.SEED_MISSED, missing)
    assert match.state.over
    assert match.state.due() is None


def test_telling_the_seed_has_20_s_of_its_own() -> None:
    match = Scripted(rules="short")
    for seat, seed in enumerate(SEEDS):
        match.wait(9).do(CommitSeed(seat, digest(seed)))
    match.wait(19).do(RevealSeed(1, SEEDS[1].hex()))

    (event,) = match.wait(1).do(RevealSeed(0, SEEDS[0].hex()))

    assert event == MatchVoided(VoidCause.SEED_MISSED, (0,))


def test_a_step_is_not_missed_while_the_service_was_down() -> None:
    match = Scripted(rules="short")
    down = Gap(BEGINNING, Millis(BEGINNING + 15_000), CreditCause.SERVICE_DOWN)
    overlapping = Gap(
        Millis(BEGINNING + 10_000), Millis(BEGINNING + 16_000), CreditCause.PROCESS_DIED, 0
    )

    match.wait(35).do(CommitSeed(0, digest(SEEDS[0])), gaps=(overlapping, down))
    (event,) = match.wait(1).do(CommitSeed(1, digest(SEEDS[1])), gaps=(overlapping, down))

    assert event == MatchVoided(VoidCause.SEED_MISSED, (1,))


def test_leaving_before_the_start_voids_the_match() -> None:
    match = Scripted(rules="short")

    assert match.do(LeaveMatch(1)) == (MatchLeft(1), MatchVoided(VoidCause.LEFT, (1,)))


def test_presence_is_noted_before_any_clock_runs() -> None:
    match = Scripted((3, 1), rules="long").seeded()
    match.do(Depart(0))
    match.do(StartMatch())

    assert match.face.stopped
    match.do(Return(0))
    assert not match.face.stopped


def test_nothing_can_be_played_before_the_start() -> None:
    match = Scripted(rules="short", form="money")

    assert isinstance(match.refusal(RollDice(0, 0)), WrongMoment)
    assert isinstance(match.refusal(OfferStop(0)), WrongMoment)
    assert not match.state.may_double
    with pytest.raises(LookupError):
        _ = match.state.legal_plays


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_are_two_seats(seat: int) -> None:
    match = Scripted(rules="short")

    assert isinstance(match.refusal(CommitSeed(seat, digest(b"x"))), NotYourDecision)


def test_a_match_may_be_voided_by_the_operator_and_then_is_over() -> None:
    match = Scripted(rules="short")

    match.do(VoidMatch(VoidCause.OPERATOR))

    assert match.state.result == MatchVoided(VoidCause.OPERATOR)
    assert isinstance(match.refusal(RollDice(0, 0)), MatchOver)
    assert isinstance(match.refusal(RingAlarm()), MatchOver)


def test_an_opening_roll_that_cannot_be_played_passes_the_turn() -> None:
    """A lone checker against closed points never starts a game, but the decider does not ask."""
    match = Scripted((6, 5), rules="short").seeded()
    book = match.state.book
    blocked = "1" + "0" * 25 + "/" + "0" * 18 + "2" * 6 + "00"
    del book, blocked
    assert hashlib.sha256(b"").hexdigest() == digest(b"")
    assert not match.tells(TurnPassed)
