"""How a match opens: the draw of dice that neither house nor player can choose.

The house's secret is bound first, then every seat's seed, then the seeds are told, then the
archive of all dice is sealed; only then is anything thrown.
"""

from game.clock import NO_TIME
from game.commands import CommitSeed, RevealSeed, StartMatch
from game.conventions import Colour
from game.dice import LONGEST_SEED, fits, is_digest
from game.events import (
    ArchiveCommitted,
    ColoursDrawn,
    MatchOpened,
    MatchVoided,
    SecretCommitted,
    SeedCommitted,
    SeedRevealed,
)
from game.match.context import Context
from game.match.course import Course
from game.match.facts import MatchFacts
from game.match.games import start_game
from game.refusals import DiceRefused, NothingDue
from game.vocabulary import Millis, Phase, VoidCause

SEED_STEP = Millis(20_000)
"""How long the seats have to promise their seeds, and again to tell them."""

_COLOURS_LABEL = "colours"


def open_match(opening: MatchOpened, secret_digest: str) -> tuple[MatchOpened, SecretCommitted]:
    """Return the first commit of a match: its terms, and the house bound to its secret.

    Raises ValueError if there are not two players, or the digest is none.
    """
    if len(opening.players) != 2:
        raise ValueError("a match has two seats")
    if not is_digest(secret_digest):
        raise ValueError("the digest of the secret is 64 hex digits")
    return opening, SecretCommitted(secret_digest)


def commit_seed(course: Course, command: CommitSeed) -> None:
    """Bind a seat to its seed, once."""
    digests = course.state.draw.digests
    if course.state.phase is not Phase.SEEDS or digests[command.seat] is not None:
        raise DiceRefused("already_committed", "the seat is bound to its seed already")
    if not is_digest(command.digest):
        raise DiceRefused("bad_digest", "a digest is a SHA-256 as 64 lower-case hex digits")
    if command.digest in digests:
        raise DiceRefused("copied_digest", "another seat has promised the very same seed")
    course.tell(SeedCommitted(command.seat, command.digest, course.at, command.drawn))


def reveal_seed(course: Course, command: RevealSeed) -> None:
    """Tell the seed of a seat, after every seat is bound to its own."""
    draw = course.state.draw
    if None in draw.digests:
        raise DiceRefused("too_early", "not every seat is bound to its seed yet")
    if course.state.phase is not Phase.SEEDS or draw.seeds[command.seat] is not None:
        raise DiceRefused("already_revealed", "the seat has told its seed already")
    seed = _bytes(command.seed)
    if seed is None:
        raise DiceRefused("bad_seed", f"a seed is 1 to {LONGEST_SEED} bytes as lower-case hex")
    if not fits(seed, draw.digests[command.seat] or ""):
        raise DiceRefused("wrong_seed", "the seed is not the one that was promised")
    course.tell(SeedRevealed(command.seat, command.seed, course.at))


def start_match(course: Course, _: StartMatch) -> None:
    """Seal the archive, draw the colours, begin the first game."""
    if course.state.phase is Phase.SEEDS:
        raise DiceRefused("seeds_missing", "not every seat has told its seed yet")
    if course.state.phase is not Phase.READY:
        raise NothingDue("the match has started already")
    archive = course.context.archive
    if archive is None or not is_digest(archive):
        raise ValueError("a match starts with the digest of its archive of dice")
    course.tell(ArchiveCommitted(archive))
    course.tell(ColoursDrawn(_white_seat(course)))
    start_game(course)


def _white_seat(course: Course) -> int:
    if course.conventions.colour is Colour.DRAWN:
        return course.context.cup.number(_COLOURS_LABEL, 2)
    return 0 if course.conventions.colour is Colour.WHITE else 1


def seed_step_ends(state: MatchFacts) -> Millis:
    """Return when the present step of the draw is missed by whoever has not taken it."""
    return Millis(state.draw.since + SEED_STEP)


def void_if_missed(course: Course) -> None:
    """End the match if seats have missed their step; the service's failures do not count."""
    failed = _failed(course.context, course.state.draw.since)
    if course.at < seed_step_ends(course.state) + failed:
        return
    draw = course.state.draw
    taken = draw.digests if None in draw.digests else draw.seeds
    missing = tuple(seat for seat, value in enumerate(taken) if value is None)
    course.tell(MatchVoided(VoidCause.SEED_MISSED, missing))


def _failed(context: Context, since: Millis) -> Millis:
    """Return for how long the service failed somebody since then; spans may overlap."""
    failed, until = 0, since
    for gap in sorted(context.gaps, key=lambda gap: gap.began):
        began, ended = max(gap.began, until), min(gap.ended, context.at)
        failed += max(NO_TIME, ended - began)
        until = Millis(max(until, ended))
    return Millis(failed)


def _bytes(text: str) -> bytes | None:
    if not text or text.strip("0123456789abcdef") or len(text) > 2 * LONGEST_SEED:
        return None
    return bytes.fromhex(text) if len(text) % 2 == 0 else None
