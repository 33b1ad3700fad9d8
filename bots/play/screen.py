"""The screen of a match: what is said beside the board, and what may be pressed."""

from collections.abc import Iterator

from bots.buttons import Press
from bots.play.choosing import Choice
from bots.play.scene import Scene, board_view
from bots.play.story import notation, result, story
from bots.screens import Button, Screen, Style
from bots.wording import Text
from bots.words import playing as say
from game.conventions import Form
from game.notation import write_play
from game.steps import BAR, OFF, Point, Step
from game.vocabulary import DecisionKind, Phase

ACROSS = 4
"""Step buttons in a row: more do not fit a phone."""


def match_screen(scene: Scene, language: str, *, plain: bool, extra: tuple[str, ...]) -> Screen:
    """What a seat is shown of its match; `extra` lines are said first.

    Whom one plays is always said: several boards may stand in a chat.
    """
    game = scene.state.game
    told = game is not None and game.crawford and scene.state.phase is Phase.PLAYING
    crawford = say.CRAWFORD.say(language) if told else ""
    stopping = _stopping(scene, language)
    lines = [*extra, *story(scene, language), crawford, stopping, headline(scene, language)]
    text = "\n".join(line for line in lines if line)
    other = scene.name(scene.side.other)
    if not scene.grouped and other not in text:
        text = f"{say.AGAINST.say(language, name=other)}\n{text}"
    return Screen(
        text=text,
        rows=tuple(row for row in _rows(scene, language) if row),
        board=board_view(scene),
        plain=plain,
        language=language,
    )


def _stopping(scene: Scene, language: str) -> str:
    """Who has proposed to end a session after this game; both have to."""
    stops = scene.state.stops
    if not stops or scene.state.over:
        return ""
    if len(stops) == len(scene.names):
        return say.STOPS.say(language)
    if scene.grouped or stops[0] != scene.seat:
        return say.THEY_STOP.say(language, name=scene.names[stops[0]])
    return say.YOU_STOP.say(language)


def headline(scene: Scene, language: str) -> str:
    """What is to be done now, and by whom."""
    state = scene.state
    match state.phase:
        case Phase.SEEDS | Phase.READY:
            return say.SEALING.say(language)
        case Phase.BETWEEN:
            return say.BETWEEN.say(language)
        case Phase.OVER:
            return result(scene, language)
        case Phase.PLAYING:
            return _to_decide(scene, language)


def _to_decide(scene: Scene, language: str) -> str:
    offered = _resigned(scene, language)
    decision = scene.state.decision
    if decision is None or (offered and not scene.mine):
        return offered
    if not scene.mine:
        return _theirs(scene, language)
    asked = _mine(scene, decision.kind, language)
    if scene.grouped:
        asked = say.OF_WHOM.say(language, name=scene.name(scene.side), words=asked)
    # Play goes on below an offer to resign: what is chosen meanwhile is said too.
    return f"{offered}\n{asked}" if offered else asked


def _resigned(scene: Scene, language: str) -> str:
    """An offer to resign that is not answered; empty for none."""
    resigning = scene.state.running.resigning
    if resigning is None:
        return ""
    ending = say.ENDINGS[resigning.ending].say(language)
    if scene.grouped:
        return say.RESIGNS.say(language, name=scene.name(resigning.side), ending=ending)
    words = say.YOU_RESIGN if resigning.side is scene.side else say.THEY_RESIGN
    return words.say(language, ending=ending)


def _mine(scene: Scene, kind: DecisionKind, language: str) -> str:
    value = scene.state.running.cube.offered or scene.state.running.cube.value
    match kind:
        case DecisionKind.ROLL:
            return say.YOU_ROLL.say(language)
        case DecisionKind.ANSWER_DOUBLE:
            return say.YOU_ANSWER.say(language, value=value)
        case DecisionKind.ANSWER_BEAVER:
            return say.YOU_ANSWER_BEAVER.say(language, value=value)
        case DecisionKind.PLAY:
            return _to_play(scene, language)


def _to_play(scene: Scene, language: str) -> str:
    lines = [say.YOU_PLAY.say(language, dice=_dice(scene))]
    chosen = scene.choice()
    if chosen is not None and chosen.steps:
        lines.append(say.CHOSEN.say(language, steps=written(scene, chosen, language)))
        if chosen.whole:
            lines.append(say.WHOLE.say(language))
    elif len(scene.state.legal_plays) == 1:
        lines.append(say.ONLY_ONE.say(language))
    if scene.held is not None:
        lines.append(say.HELD.say(language, point=_point(scene.held, language)))
    return "\n".join(lines)


def _theirs(scene: Scene, language: str) -> str:
    decision = scene.state.decision
    if decision is None:
        return ""
    name = scene.name(decision.side)
    if scene.state.seat_of(decision.side) in scene.state.absent:
        return say.ABSENT.say(language)
    match decision.kind:
        case DecisionKind.ROLL:
            return say.THEY_ROLL.say(language, name=name)
        case DecisionKind.PLAY:
            return say.THEY_PLAY.say(language, name=name, dice=_dice(scene))
        case DecisionKind.ANSWER_DOUBLE | DecisionKind.ANSWER_BEAVER:
            return say.THEY_ANSWER.say(language, name=name)


def _dice(scene: Scene) -> str:
    dice = scene.state.legal_plays.dice
    return "-".join(map(str, dice if len(set(dice)) > 1 else dice[:2]))


def written(scene: Scene, chosen: Choice, language: str) -> str:
    """The steps that were chosen, as a play."""
    plays = scene.state.legal_plays
    return write_play(plays.before, chosen.steps, plays.rules, notation(language))


# --- what may be pressed


def _rows(scene: Scene, language: str) -> Iterator[tuple[Button, ...]]:
    if scene.state.over:
        yield from _after(scene, language)
        return
    yield from _decision_rows(scene, language)
    yield _standing(scene, language)


def _decision_rows(scene: Scene, language: str) -> Iterator[tuple[Button, ...]]:
    state = scene.state
    if state.game is None or state.decision is None:
        return
    resigning = state.game.resigning
    if resigning is not None and (scene.grouped or resigning.side is not scene.side):
        yield (
            _button(scene, say.ACCEPT, "racc", language, Style.GOOD),
            _button(scene, say.REFUSE, "rref", language),
        )
    if not scene.mine:
        return
    match state.decision.kind:
        case DecisionKind.ROLL:
            yield _rolling(scene, language)
        case DecisionKind.PLAY:
            yield from _playing(scene, language)
        case DecisionKind.ANSWER_DOUBLE | DecisionKind.ANSWER_BEAVER:
            yield _answering(scene, language)


def _rolling(scene: Scene, language: str) -> tuple[Button, ...]:
    roll = _button(scene, say.ROLL, "roll", language, Style.GOOD)
    if not scene.state.may_double:
        return (roll,)
    return roll, _button(scene, say.DOUBLE, "dbl", language)


def _answering(scene: Scene, language: str) -> tuple[Button, ...]:
    answers = [
        _button(scene, say.TAKE, "take", language, Style.GOOD),
        _button(scene, say.DROP, "drop", language, Style.BAD),
    ]
    if scene.state.may_beaver:
        answers.append(_button(scene, say.BEAVER, "bvr", language))
    return tuple(answers)


def _playing(scene: Scene, language: str) -> Iterator[tuple[Button, ...]]:
    """Steps to choose; or the whole play, where there is only one."""
    chosen = scene.choice()
    if chosen is None:
        return
    plays = scene.state.legal_plays
    if not chosen.steps and len(plays) == 1:
        label = write_play(plays.before, plays[0].steps, plays.rules, notation(language))
        yield (_labelled(scene, f"✅ {label}", "one", Style.GOOD),)
        return
    if chosen.whole:
        yield (_button(scene, say.CONFIRM, "ok", language, Style.GOOD),)
    steps = dict.fromkeys(
        step for step in chosen.following if scene.held is None or step[0] == scene.held
    )
    buttons = [
        _labelled(scene, label_of(step, language), "st", word=_word(step)) for step in steps
    ]
    for first in range(0, len(buttons), ACROSS):
        yield tuple(buttons[first : first + ACROSS])
    if chosen.steps or scene.held is not None:
        yield (_button(scene, say.UNDO, "und", language),)


def _standing(scene: Scene, language: str) -> tuple[Button, ...]:
    """What may be pressed at any time."""
    buttons = [_button(scene, say.CLOCK, "clk", language)]
    if not scene.grouped:
        buttons.insert(0, _button(scene, say.TALK, "say", language))
    if _may_resign(scene):
        buttons.append(_button(scene, say.RESIGN, "res", language, Style.BAD))
    if _may_stop(scene):
        buttons.append(_button(scene, say.STOP, "stop", language))
    return tuple(buttons)


def _may_stop(scene: Scene) -> bool:
    state = scene.state
    is_session = state.conventions.form is Form.MONEY and state.game is not None
    return is_session and scene.seat not in state.stops


def _may_resign(scene: Scene) -> bool:
    """Whether an offer to resign would be heard: none waits, and he made none in this turn."""
    game = scene.state.game
    if game is None or game.resigning is not None:
        return False
    return scene.grouped or scene.side not in game.resigned


def _after(scene: Scene, language: str) -> Iterator[tuple[Button, ...]]:
    yield (_button(scene, say.REMATCH, "again", language, Style.GOOD),)
    yield (
        _button(scene, say.RECORD, "rec", language),
        _button(scene, say.PROOF, "proof", language),
    )
    if scene.opponent is not None:
        yield (
            Button(say.OPPONENT.say(language), str(Press("who", scene.opponent))),
            Button(say.MENU.say(language), str(Press("menu"))),
        )


def label_of(step: Step, language: str) -> str:
    """A step as a button says it."""
    return "/".join(_point(point, language) for point in step)


def _point(point: Point, language: str) -> str:
    words = {BAR: "бар", OFF: "сн"} if language == "ru" else {BAR: "bar", OFF: "off"}
    return words.get(point, str(point))


def _word(step: Step) -> str:
    return f"{step[0]}.{step[1]}"


def step_of(word: str) -> tuple[Point, Point] | None:
    """The step that a button's word names."""
    start, dot, end = word.partition(".")
    if not dot or not start.isdecimal() or not end.isdecimal():
        return None
    return int(start), int(end)


def _button(
    scene: Scene, label: Text, verb: str, language: str, style: Style = Style.PLAIN
) -> Button:
    return _labelled(scene, label.say(language), verb, style)


def _labelled(
    scene: Scene, label: str, verb: str, style: Style = Style.PLAIN, word: str = ""
) -> Button:
    turn = 0 if scene.state.over else scene.state.turn
    return Button(label, str(Press(verb, scene.match, turn, word)), style=style)
