"""The buttons by which somebody chooses what to play, each with the choice so far in it."""

from bots.buttons import Press
from bots.screens import Button, Screen, Style
from bots.topics.agreements import AT_ONCE, FIRST, Agreement, form_words, stake_words
from bots.topics.owned import owner
from bots.visits import Visit
from bots.words import finding as say
from bots.words import playing
from game.rulesets import RuleName


def rules_screen(visit: Visit, rules: tuple[RuleName, ...]) -> Screen:
    """What may be played."""
    rows = [(_at_once(visit),)] if rules == FIRST else []
    rows += [
        (
            choice_button(
                visit,
                playing.RULES[name].say(visit.language).capitalize(),
                "cf",
                Agreement(name),
            ),
        )
        for name in rules
    ]
    if len(rules) < len(RuleName):
        rows.append(
            (Button(visit.say(say.MORE_RULES), str(Press("play", owner(visit), word="all"))),)
        )
    return Screen(text=visit.say(say.WHAT), rows=tuple(rows), language=visit.language)


def _at_once(visit: Visit) -> Button:
    """What most newcomers want, at one press."""
    label = visit.say(
        say.AT_ONCE,
        rules=playing.RULES[AT_ONCE.rules].say(visit.language),
        form=form_words(AT_ONCE.form, visit.language),
        stake=stake_words(AT_ONCE.stake or 0, visit.language),
    )
    verb = "offer" if visit.chat.is_group else "seek"
    return choice_button(visit, label, verb, AT_ONCE, Style.GOOD)


def choice_button(
    visit: Visit, label: str, verb: str, chosen: Agreement, style: Style = Style.PLAIN
) -> Button:
    """A button that carries what is chosen; in a group, and who may press it."""
    return Button(label, str(Press(verb, owner(visit), word=str(chosen))), style=style)


def chosen_words(visit: Visit, chosen: Agreement) -> dict[str, str]:
    """What is chosen, by the names of the texts."""
    return {
        "rules": playing.RULES[chosen.rules].say(visit.language).capitalize(),
        "form": form_words(chosen.form, visit.language),
    }
