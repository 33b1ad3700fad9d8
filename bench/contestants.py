"""Who is measured: the bare relay in two ways, and Nardy, with and without lists of plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import msgspec

from bench.arena import Arena
from bench.load import Script
from bench.matches import Ready
from bench.serving import Program, free_port


class Contestant(Protocol):
    """A server with its database and its scripts."""

    @property
    def name(self) -> str:
        """What it is called in the tables."""

    async def program(self, arena: Arena, port: int, matches: int) -> Program:
        """How to start it, on a fresh database where so many matches have begun."""

    def script(self, ready: Ready) -> Script:
        """What the pair of a match sends to it."""

    def greeting(self, ready: Ready, seat: int) -> list[str]:
        """What a socket says to be signed in and idle."""


@dataclass(frozen=True)
class Reference:
    """The bare relay; it takes the same frames, and looks at nothing but the match in them."""

    name: str
    options: Sequence[str] = ()

    async def program(self, arena: Arena, port: int, matches: int) -> Program:
        """Start on an empty database."""
        del matches
        url = await arena.empty("reference")
        arguments = ["-m", "bench.reference", "--database", url, "--port", str(port)]
        return Program([*arguments, *self.options], {}, "/")

    def script(self, ready: Ready) -> Script:
        """Join, then the lines."""
        join = _frame(id=0, do="watch", match=str(ready.match))
        return Script(([join], [join]), ready.lines)

    def greeting(self, ready: Ready, seat: int) -> list[str]:
        """Nothing: a socket here is signed in as it is."""
        del ready, seat
        return []


SETTINGS: Final = Path(__file__).parent / "settings.toml"


@dataclass(frozen=True)
class Nardy:
    """The service; ``plays`` as in its `hello`."""

    name: str
    plays: str

    async def program(self, arena: Arena, port: int, matches: int) -> Program:
        """Start as in production, on a copy of the prepared database."""
        url = await arena.copy("nardy", matches)
        environment = {
            "NARDY_DATABASE_URL": url,
            "NARDY_DICE_KEYS": arena.dice_key,
            "NARDY_LISTEN": f"127.0.0.1:{port}",
            "NARDY_OPS_LISTEN": f"127.0.0.1:{free_port()}",
            "NARDY_PUBLIC_URL": "https://nardy.example",
            "NARDY_SETTINGS": str(SETTINGS),
        }
        command = ["-c", "from server.cli import main; main()", "serve"]
        return Program(command, environment, "/healthz")

    def script(self, ready: Ready) -> Script:
        """Sign in, watch the match, then the lines."""
        watch = _frame(id=1, do="watch", topic=f"match:{ready.match}", after=-1)
        greetings = ([*self.greeting(ready, seat), watch] for seat in range(2))
        return Script((next(greetings), next(greetings)), ready.lines)

    def greeting(self, ready: Ready, seat: int) -> list[str]:
        """The hello."""
        return [_frame(id=0, do="hello", token=ready.tokens[seat], plays=self.plays)]


def _frame(**members: object) -> str:
    return msgspec.json.encode(members).decode()


REFERENCE = Reference("bare relay, group commit")
REFERENCE_ALONE = Reference("bare relay, a commit per message", ("--per-message",))
NARDY = Nardy("Nardy", "none")
NARDY_LISTS = Nardy("Nardy, sending lists of legal plays", "list")
