"""Words in answer to what was typed at the board."""

from typing import Final

from bots.wording import Text
from game.illegal import Reason

UNCLEAR: Final = Text(
    "Не вижу здесь хода. Пишите, откуда и куда идёт шашка: 13/11 8/7.",
    "I see no play here. Write where a checker comes from and goes to: 13/11 8/7.",
)
UNCLEAR_WORD: Final = Text(
    "Не понимаю «{word}». Пишите, откуда и куда идёт шашка: 13/11 8/7, с бара — бар/22, "
    "с доски — 6/сброс.",
    "I do not understand “{word}”. Write where a checker comes from and goes to: 13/11 8/7, "
    "from the bar bar/22, off the board 6/off.",
)
UPWARDS: Final = Text(
    "Шашки идут от больших номеров к меньшим: считайте пункты от своего дома, как на доске.",
    "Checkers go from high numbers to low: count points from your own home, as on the board.",
)
WRONG_DICE: Final = Text(
    "Вы пишете ход на {said}, а выпало {dice}.", "You write a play of {said}, but rolled {dice}."
)
SEVERAL: Final = Text(
    "Так можно пойти по-разному. Какой ход ваш: {ways}?",
    "There is more than one way to go so. Which is yours: {ways}?",
)
NOT_LEGAL: Final = Text("Так нельзя: {why} ({rule}).", "Not so: {why} ({rule}).")
EXAMPLE: Final = Text("Можно, например: {play}", "You may play, for example: {play}")
NOTHING: Final = Text("Сейчас ходов нет.", "Nothing can be played now.")

REASONS: Final = {
    Reason.NO_SUCH_STEP: Text(
        "шашка идёт только вперёд, к своему дому", "a checker only goes forward, to its home"
    ),
    Reason.NO_CHECKER: Text(
        "там, откуда вы ходите, нет вашей шашки", "no checker of yours stands where you start"
    ),
    Reason.BAR_FIRST: Text(
        "сначала нужно войти с бара", "checkers on the bar must enter before all else"
    ),
    Reason.NO_DIE: Text(
        "таких чисел на костях нет", "the dice do not allow a move of that length"
    ),
    Reason.CLOSED_POINT: Text("пункт занят соперником", "the other side holds that point"),
    Reason.NOT_ALL_HOME: Text(
        "выбрасывают, когда все шашки в доме", "checkers are borne off once all are home"
    ),
    Reason.HIGHER_CHECKER: Text(
        "этой костью ходит шашка со старшего пункта",
        "with that die a checker on a higher point must move",
    ),
    Reason.NOT_EXACT: Text(
        "выбрасывают только точным числом", "a checker is borne off by its exact number only"
    ),
    Reason.INNER_MOVE: Text(
        "когда все шашки в доме, внутри дома не ходят",
        "once all are home, no checker moves inside the home",
    ),
    Reason.HITTER_BOUND: Text(
        "шашка, побившая в своём доме, туда в этот ход не встаёт",
        "a checker that hit in its own home may not go there in this turn",
    ),
    Reason.HITTER_FROZEN: Text(
        "шашка, побившая в своём доме, в этот ход больше не идёт",
        "a checker that hit in its own home does not move again in this turn",
    ),
    Reason.HEAD: Text(
        "с головы больше брать нельзя", "no more checkers may leave the head in this turn"
    ),
    Reason.SIX_BLOCK: Text(
        "глухой забор из шести запирать нельзя: впереди нет шашки соперника",
        "a prime of six is forbidden: no checker of the other side is ahead of it",
    ),
    Reason.GAME_OVER: Text("последняя шашка уже снята", "the last checker is off already"),
    Reason.MORE_DICE: Text(
        "нужно сыграть как можно больше костей", "as many dice as possible must be played"
    ),
    Reason.LARGER_DIE: Text(
        "если играется одна кость, то большая", "if only one die can be played, it is the larger"
    ),
}
"""What is wrong with a play."""

_MOVING: Final = Text("правило о ходе шашек", "the rule on moving")
_WHOLE: Final = Text("правило полного хода", "the rule of the full play")
_BAR: Final = Text("правило бара", "the rule of the bar")
_OFF: Final = Text("правило выброса", "the rule on bearing off")
_HITS: Final = Text("правило удара", "the rule on hitting")
_HEAD: Final = Text("правило головы", "the rule of the head")
_BLOCK: Final = Text("правило забора", "the rule of the prime")
_CRAZY: Final = Text("правило сумасшедших нард", "a rule of crazy nardy")
RULES: Final = {
    Reason.NO_SUCH_STEP: _MOVING,
    Reason.NO_CHECKER: _MOVING,
    Reason.BAR_FIRST: _BAR,
    Reason.NO_DIE: _MOVING,
    Reason.CLOSED_POINT: _MOVING,
    Reason.NOT_ALL_HOME: _OFF,
    Reason.HIGHER_CHECKER: _OFF,
    Reason.NOT_EXACT: _OFF,
    Reason.INNER_MOVE: _CRAZY,
    Reason.HITTER_BOUND: _HITS,
    Reason.HITTER_FROZEN: _HITS,
    Reason.HEAD: _HEAD,
    Reason.SIX_BLOCK: _BLOCK,
    Reason.GAME_OVER: _WHOLE,
    Reason.MORE_DICE: _WHOLE,
    Reason.LARGER_DIE: _WHOLE,
}
"""Which rule says so."""
