"""The use cases of chat play, made for each bot by the wiring."""

from dataclasses import dataclass, field
from typing import NamedTuple

from server.accounts.sign_in import SignIn
from server.dialogue.boards import Boards
from server.dialogue.community import CommunityUpdates
from server.dialogue.labels import Labels
from server.dialogue.newsletter import Newsletter
from server.dialogue.persons import Persons
from server.dialogue.pulse import Pulse
from server.dialogue.support import Support
from server.dialogue.tellings import Tellings
from server.dialogue.updates import Updates
from server.play.desk import Desk
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Ids


class BotCases(NamedTuple):
    """One of each, for one bot."""

    updates: Updates
    persons: Persons
    boards: Boards
    tellings: Tellings
    newsletter: Newsletter
    support: Support
    pulse: Pulse
    labels: Labels


@dataclass(frozen=True, slots=True)
class Dialogues:
    """Makes them for whichever bot asks, by its name."""

    database: Database
    clock: Clock
    ids: Ids
    desk: Desk
    sign_in: SignIn
    _communities: dict[int, CommunityUpdates] = field(default_factory=dict)

    def of(self, bot: str) -> BotCases:
        """The use cases of a bot."""
        database, clock = self.database, self.clock
        return BotCases(
            updates=Updates(database, clock, bot),
            persons=Persons(database, clock, self.ids, self.sign_in, bot),
            boards=Boards(database, clock, self.desk, bot),
            tellings=Tellings(database, clock, bot),
            newsletter=Newsletter(database, clock, bot),
            support=Support(database, clock, self.ids),
            pulse=Pulse(database, clock, bot),
            labels=Labels(database, clock, bot),
        )

    def community(self, group: int) -> CommunityUpdates:
        """What a VK community hears: one for whoever hears and whoever answers."""
        if group not in self._communities:
            updates = CommunityUpdates(self.database, self.clock, group)
            self._communities[group] = updates
        return self._communities[group]
