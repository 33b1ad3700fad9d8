"""Positions written as the tables of the rules write them: `bar:1 24:1 13:5 8:3 6:5`."""

from game import BAR, OFF, Position, RuleSet


def counts(heaps: str, checkers: int = 15) -> bytes:
    """Read heaps of point:checkers; what is not on the board is borne off."""
    read = bytearray(BAR + 1)
    for heap in heaps.split():
        point, number = heap.split(":")
        read[BAR if point == "bar" else int(point)] = int(number)
    read[OFF] = max(checkers - sum(read), 0)
    return bytes(read)


def position(mover: str, waiter: str, rules: RuleSet | None = None) -> Position:
    """Read both sides, each in its own numbering; fifteen checkers unless the rules say less."""
    checkers = rules.checkers if rules else 15
    return Position(counts(mover, checkers), counts(waiter, checkers))
