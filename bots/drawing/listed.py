"""The board as two lists, for chats whose letters are not all equally wide, and to be read aloud.

`24×2 13×5 8×3 6×5` for each side, all in the viewer's own numbering.
"""

from collections.abc import Iterator

from bots.view import BoardView, SideView
from bots.words import drawing as words
from game.steps import BAR, OFF


def listed_board(view: BoardView, language: str) -> str:
    """Write down where both sides stand, the dice, the cube and the clocks; a line for each."""
    return "\n".join(_lines(view, language))


def _lines(view: BoardView, language: str) -> Iterator[str]:
    for side, name in ((view.theirs, words.THEIRS), (view.mine, words.MINE)):
        yield f"{name.say(language)}: {_heaps(view, side, language)}"
        facts = list(_facts(view, side, language))
        if facts:
            yield f"    {', '.join(facts)}"
    if view.dice is not None:
        thrown = " ".join(map(str, view.dice.values))
        yield words.DICE.say(language, dice=thrown)
    if view.cube is not None:
        yield words.CUBE.say(language, value=view.cube.value)


def _heaps(view: BoardView, side: SideView, language: str) -> str:
    mine = side is view.mine
    seen = {p if mine else view.across(p): n for p, n in enumerate(side.checkers) if n}
    heaps = [f"{p}×{seen[p]}" for p in sorted(seen, reverse=True) if p not in {BAR, OFF}]
    if seen.get(BAR):
        heaps.insert(0, f"{words.BAR.say(language)}×{seen[BAR]}")
    if seen.get(OFF):
        heaps.append(f"{words.OFF.say(language)}×{seen[OFF]}")
    return " ".join(heaps)


def _facts(view: BoardView, side: SideView, language: str) -> Iterator[str]:
    if view.length is not None:
        yield words.SCORE.say(language, score=f"{side.score}/{view.length}")
    if view.shows_pips:
        yield words.PIPS.say(language, pips=side.pips)
    if side.clock is not None:
        yield words.TIME.say(language, time=side.clock.written)
