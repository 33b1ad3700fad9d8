"""The verbs of play: a command for a match, from the seat that the caller holds in it.

``turn`` is the number of the decision that is answered; ``command_id`` is made by the client, so
that the same command sent twice (after a cut, say) happens once.
"""

from abc import abstractmethod
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal
from uuid import UUID

import msgspec

from game import commands
from game.endings import Ending
from server.codes import Code
from server.play import Order
from server.ws.messages import CommandId, Digest, PointNumber, Seed, Turn
from server.ws.verbs import Verb

if TYPE_CHECKING:
    from server.ws.connection import Connection

MOST_STEPS = 16
"""No roll has more steps: a pair gives four, a cascade six."""

OF_A_MATCH = (
    Code.MATCH_NOT_FOUND,
    Code.NOT_SEATED,
    Code.MATCH_OVER,
    Code.COMMAND_ID_TAKEN,
    Code.DICE_KEY_LOST,
    Code.BUSY,
)
OF_A_TURN = (*OF_A_MATCH, Code.WRONG_TURN, Code.NOT_YOUR_DECISION, Code.WRONG_MOMENT)

Step = tuple[PointNumber, PointNumber]


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The commit that holds what came of the command, and the turn that is open now.

    Where the time had run out before, that commit holds the fallen flag and not the command.
    ``repeated``: the caller has used this ``command_id`` before, and this is what came of it then.
    """

    seq: int
    turn: int | None
    repeated: bool = False


class MatchVerb(Verb, frozen=True):
    """The base of the verbs of play; not one itself."""

    raises: ClassVar[tuple[Code, ...]] = OF_A_MATCH

    match: UUID
    command_id: CommandId

    @abstractmethod
    def command(self, seat: int) -> commands.PlayerCommand:
        """What the rules are asked, from this seat."""

    async def answer(self, caller: "Connection") -> Outcome:
        """Hand the command to the match, and say which commit holds its outcome."""
        began = perf_counter()
        recorded = await caller.services.desk.submit(
            Order(
                self.match,
                caller.account,
                self.command_id,
                self.command,
                caller.received_at,
                caller.allowance,
            )
        )
        caller.services.metrics.commands.observe(perf_counter() - began)
        return Outcome(recorded.seq, recorded.turn, recorded.repeated)


class TurnVerb(MatchVerb, frozen=True):
    """The base of the verbs that answer an open turn; not one itself."""

    raises: ClassVar[tuple[Code, ...]] = OF_A_TURN

    turn: Turn


class CommitSeed(MatchVerb, frozen=True):
    """Promise a dice seed by its hex SHA-256."""

    raises: ClassVar = (*OF_A_MATCH, Code.DICE_REFUSED)

    digest: Digest

    def command(self, seat: int) -> commands.CommitSeed:
        """The promise."""
        return commands.CommitSeed(seat, self.digest)


class RevealSeed(MatchVerb, frozen=True):
    """Tell the promised seed, as hex."""

    raises: ClassVar = (*OF_A_MATCH, Code.DICE_REFUSED)

    seed: Seed

    def command(self, seat: int) -> commands.RevealSeed:
        """The seed."""
        return commands.RevealSeed(seat, self.seed)


class Roll(TurnVerb, frozen=True):
    """Throw the dice."""

    def command(self, seat: int) -> commands.RollDice:
        """The throw."""
        return commands.RollDice(seat, self.turn)


class Play(TurnVerb, frozen=True):
    """Play the whole roll: ordered steps of one die each."""

    raises: ClassVar = (*OF_A_TURN, Code.ILLEGAL_PLAY)

    steps: Annotated[tuple[Step, ...], msgspec.Meta(max_length=MOST_STEPS)]

    def command(self, seat: int) -> commands.PlayCheckers:
        """The play."""
        return commands.PlayCheckers(seat, self.turn, self.steps)


class Double(TurnVerb, frozen=True):
    """Offer a double, before rolling."""

    raises: ClassVar = (*OF_A_TURN, Code.CUBE_REFUSED)

    def command(self, seat: int) -> commands.OfferDouble:
        """The offer."""
        return commands.OfferDouble(seat, self.turn)


class Take(TurnVerb, frozen=True):
    """Accept the double."""

    def command(self, seat: int) -> commands.TakeDouble:
        """The take."""
        return commands.TakeDouble(seat, self.turn)


class Drop(TurnVerb, frozen=True):
    """Refuse the double, and lose the game at its former value."""

    def command(self, seat: int) -> commands.DropDouble:
        """The drop."""
        return commands.DropDouble(seat, self.turn)


class Beaver(TurnVerb, frozen=True):
    """Accept, raise again at once and keep the cube (money only)."""

    raises: ClassVar = (*OF_A_TURN, Code.CUBE_REFUSED)

    def command(self, seat: int) -> commands.Beaver:
        """The beaver."""
        return commands.Beaver(seat, self.turn)


class Resign(TurnVerb, frozen=True):
    """Offer to lose the game as a single, a gammon or a backgammon."""

    raises: ClassVar = (*OF_A_TURN, Code.RESIGNATION_REFUSED)

    ending: Ending

    def command(self, seat: int) -> commands.OfferResignation:
        """The offer."""
        return commands.OfferResignation(seat, self.turn, self.ending)


class AcceptResignation(TurnVerb, frozen=True):
    """Accept the resignation that is offered."""

    raises: ClassVar = (*OF_A_TURN, Code.RESIGNATION_REFUSED)

    def command(self, seat: int) -> commands.AcceptResignation:
        """The acceptance."""
        return commands.AcceptResignation(seat, self.turn)


class RefuseResignation(TurnVerb, frozen=True):
    """Refuse it; play goes on."""

    raises: ClassVar = (*OF_A_TURN, Code.RESIGNATION_REFUSED)

    def command(self, seat: int) -> commands.RefuseResignation:
        """The refusal."""
        return commands.RefuseResignation(seat, self.turn)


class OfferStop(MatchVerb, frozen=True):
    """Propose to end a money session after the running game."""

    raises: ClassVar = (*OF_A_MATCH, Code.WRONG_MOMENT)

    def command(self, seat: int) -> commands.OfferStop:
        """The proposal."""
        return commands.OfferStop(seat)


class Leave(MatchVerb, frozen=True):
    """Leave the match for good; it costs what absence costs, and wants a confirmation."""

    confirmed: Literal[True]

    def command(self, seat: int) -> commands.LeaveMatch:
        """The farewell."""
        return commands.LeaveMatch(seat)
