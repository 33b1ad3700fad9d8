"""Agreements: defaults by rule set and form, presets, and contradictions (rules, section 12)."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.clock import bank
from game.conventions import (
    PRESETS,
    Conventions,
    ConventionsAsked,
    CubeKind,
    ExtraChecker,
    Form,
    Preset,
    SessionEnd,
    Unit,
    resolve,
)
from game.options import FirstTurnHeads, Hitting, Opening, PrimeCheck, Starter
from game.refusals import ConventionsFault, ConventionsRefused
from game.rulesets import LONG, RULE_SETS, SHORT, RuleName
from tests.game.selfplay import agreed


def test_the_least_that_can_be_asked_is_a_rule_set() -> None:
    terms = agreed(rules="short")

    assert (terms.form, terms.length, terms.unit) == (Form.MATCH, 1, Unit.POINTS)
    assert terms.play_rules == SHORT
    assert terms.clock == bank()


def test_plain_words_are_read_as_they_are_typed_at_a_prompt() -> None:
    keys: Any = {"rules": "long", "form": "money", "prime_check": "every_step", "clock": "none"}

    assert resolve(ConventionsAsked(**keys)) == agreed(**keys)


@pytest.mark.parametrize(
    ("key", "value"), [("rules", "shrot"), ("form", 7), ("length", "five"), ("crawford", "on")]
)
def test_what_is_no_value_of_a_key_is_refused_by_that_key(key: str, value: object) -> None:
    keys: Any = {"rules": "short", key: value}

    with pytest.raises(ConventionsRefused, match=key) as refused:
        resolve(ConventionsAsked(**keys))

    assert (refused.value.keys, refused.value.reason) == ((key,), ConventionsFault.NO_SUCH_VALUE)


@pytest.mark.parametrize("name", RuleName)
def test_a_match_has_a_cube_where_the_rule_set_says_so(name: RuleName) -> None:
    match, game = agreed(rules=name, length=5), agreed(rules=name, form="game")
    usual = CubeKind.DOUBLING if RULE_SETS[name].cube_in_matches else CubeKind.NONE
    allowed = RULE_SETS[name].cube_allowed

    assert match.cube is (usual if allowed else CubeKind.NONE)
    assert match.crawford == (match.cube is CubeKind.DOUBLING)
    assert game.cube is CubeKind.NONE
    assert match.play_rules == RULE_SETS[name]


def test_keys_that_do_not_apply_are_none() -> None:
    terms = agreed(rules="short", length=5)

    absent = ("until", "difference", "session_limit", "max_points", "prime_check", "linear_max")
    assert [getattr(terms, key) for key in (*absent, "doublets", "extra_checker")] == [None] * 8
    assert terms.hitting is Hitting.INTERNATIONAL


def test_options_make_the_rules_of_play() -> None:
    terms = agreed(rules="long", doublets=False, bear_off="exact")

    assert terms.play_rules == LONG.with_options({"doublets": False, "bear_off": "exact"})
    assert terms.opening is Opening.REROLL
    assert terms.starter is Starter.ROLL


def test_an_agreement_survives_json() -> None:
    for terms in (
        agreed(rules="short", length=7, cube_cap=None),
        agreed(preset="pokerbet", form="money", difference=10, stake=100),
        agreed(rules="short16", clock="none"),
    ):
        text = msgspec.json.encode(terms)

        assert msgspec.json.decode(text, type=Conventions) == terms
        assert msgspec.json.decode(text, type=Conventions).play_rules == terms.play_rules


@pytest.mark.parametrize("rules", RuleName)
@pytest.mark.parametrize("form", Form)
def test_an_agreement_may_be_asked_for_again_as_it_was_given_out(
    rules: RuleName, form: Form
) -> None:
    """Nulls and all: who copies a table's card gets a table of the same terms."""
    for more in ({"clock": "none"}, {"cube": "none"}, {"gammons": False}, {}):
        terms = agreed(rules=rules, form=form, **more)
        given_out = msgspec.json.encode(terms)

        assert resolve(msgspec.json.decode(given_out, type=ConventionsAsked)) == terms


def test_what_is_asked_survives_json_and_unknown_keys_do_not() -> None:
    asked = ConventionsAsked(rules=RuleName.LONG, doublets=False, cube_cap=None)

    text = msgspec.json.encode(asked)

    assert msgspec.json.decode(text, type=ConventionsAsked) == asked
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"rules": "long", "house": 1}', type=ConventionsAsked)


def test_the_official_preset_is_long_with_every_step_and_kept_dice() -> None:
    terms = agreed(preset="official")

    assert (terms.rules, terms.prime_check) == (RuleName.LONG, PrimeCheck.EVERY_STEP)
    assert terms.opening is Opening.KEEP


def test_a_preset_gives_way_to_what_is_named() -> None:
    terms = agreed(preset="pokerbet", linear_max=6, length=9)

    assert (terms.cube, terms.linear_max, terms.length) == (CubeKind.LINEAR, 6, 9)
    assert terms.first_turn_heads is FirstTurnHeads.POKERBET
    assert not terms.gammons_pay


@pytest.mark.parametrize("preset", Preset)
def test_every_preset_is_an_agreement(preset: Preset) -> None:
    assert resolve(PRESETS[preset]).rules is RuleName.LONG


@pytest.mark.parametrize(
    ("keys", "until"),
    [
        ({}, SessionEnd.AGREEMENT),
        ({"difference": 5}, SessionEnd.DIFFERENCE),
        ({"session_limit": 60_000}, SessionEnd.TIME),
        ({"session_limit": 60_000, "until": "time"}, SessionEnd.TIME),
    ],
)
def test_a_session_ends_by_the_figure_that_is_named(
    keys: dict[str, Any], until: SessionEnd
) -> None:
    assert agreed(rules="short", form="money", **keys).until is until


def test_a_session_renews_the_clock_for_every_game() -> None:
    terms = agreed(rules="short", form="money")

    assert terms.clock is not None
    assert terms.clock.per_game
    assert agreed(rules="short", form="money", clock="none").clock is None


@pytest.mark.parametrize("name", ["bank", "fischer", "compensation"])
def test_clocks_have_names_and_figures(name: str) -> None:
    terms = agreed(rules="short", clock=name)
    assert terms.clock is not None

    assert agreed(rules="short", clock=msgspec.to_builtins(terms.clock)).clock == terms.clock


@pytest.mark.parametrize(
    ("keys", "hold"),
    [
        ({"rules": "short", "length": 5, "stake": 100}, 100),
        ({"rules": "short", "form": "game", "stake": 100}, 300),
        ({"rules": "long", "form": "game", "stake": 100}, 200),
        ({"rules": "short", "form": "game", "stake": 100, "gammons": False}, 100),
        ({"rules": "short", "form": "game", "stake": 100, "backgammons": False}, 200),
        ({"rules": "short", "form": "game", "stake": 100, "max_points": 7}, 700),
        ({"rules": "short", "form": "money", "stake": 100, "cube": "doubling"}, 1_200),
        ({"preset": "pokerbet", "form": "money", "stake": 100, "linear_max": 4}, 400),
        ({"rules": "short", "form": "game", "stake": 1, "cube": "linear", "linear_max": 6}, 12),
        (
            {"preset": "pokerbet", "form": "game", "stake": 1, "linear_max": 4}
            | {"gammons_pay": True},
            8,
        ),
    ],
)
def test_the_hold_is_the_most_that_can_be_lost(keys: dict[str, Any], hold: int) -> None:
    assert agreed(**keys).hold == hold


def test_short16_mirrors_its_extra_checkers_unless_asked() -> None:
    assert agreed(rules="short16").extra_checker is ExtraChecker.MIRRORED


@pytest.mark.parametrize(
    ("keys", "clash"),
    [
        ({}, ("rules",)),
        ({"preset": "house"}, ("preset",)),
        ({"rules": "long", "hitting": "caucasian"}, ("hitting", "rules")),
        ({"rules": "short", "length": 26}, ("length",)),
        ({"rules": "short", "length": 0}, ("length",)),
        ({"rules": "short", "stake": -1}, ("stake",)),
        ({"rules": "short", "length": 5, "cube_cap": 48}, ("cube_cap",)),
        ({"rules": "short", "length": 5, "cube_cap": 1}, ("cube_cap",)),
        ({"rules": "short", "jacoby": True}, ("jacoby", "form")),
        ({"rules": "short", "form": "game", "beaver": True}, ("beaver", "form")),
        ({"rules": "short", "automatic_doubles": 1}, ("automatic_doubles", "form")),
        ({"rules": "short", "difference": 3}, ("difference", "form")),
        ({"rules": "short", "until": "time"}, ("until", "form")),
        ({"rules": "short", "form": "money", "length": 5}, ("length", "form")),
        ({"rules": "short", "form": "game", "unit": "wins"}, ("unit", "form")),
        ({"rules": "short", "form": "game", "crawford": True}, ("crawford", "form")),
        ({"rules": "short", "form": "game", "dead_cube": "allow"}, ("dead_cube", "form")),
        ({"rules": "short", "max_points": 5}, ("max_points", "form")),
        (
            {"rules": "short", "form": "money"}
            | {"clock": {"reserve": 60_000, "match_limit": 60_000}},
            ("clock", "form"),
        ),
        ({"rules": "crazy", "length": 5, "cube": "doubling"}, ("cube", "rules")),
        ({"rules": "short", "extra_checker": "mirrored"}, ("extra_checker", "rules")),
        (
            {"rules": "short", "form": "money", "difference": 3, "session_limit": 60_000},
            ("difference", "session_limit"),
        ),
        ({"rules": "short", "form": "money", "until": "difference"}, ("until", "difference")),
        (
            {"rules": "short", "form": "money", "until": "agreement", "session_limit": 60_000},
            ("until", "session_limit"),
        ),
        ({"rules": "short", "length": 3, "unit": "wins", "cube": "doubling"}, ("unit", "cube")),
        ({"rules": "long", "length": 3, "cube_cap": 8}, ("cube_cap", "cube")),
        ({"rules": "short", "form": "money", "beaver": True}, ("beaver", "cube")),
        (
            {"rules": "short", "form": "money", "cube": "linear", "automatic_doubles": 1},
            ("automatic_doubles", "cube"),
        ),
        ({"rules": "short", "length": 3, "linear_max": 3}, ("linear_max", "cube")),
        ({"rules": "long", "length": 3, "crawford": True}, ("crawford", "cube")),
        ({"rules": "short", "form": "money", "jacoby": True}, ("jacoby", "cube")),
        ({"rules": "long", "length": 3, "dead_cube": "allow"}, ("dead_cube", "cube")),
        ({"rules": "short", "gammons": False, "backgammons": True}, ("backgammons", "gammons")),
        (
            {"rules": "short", "form": "money", "cube": "doubling"}
            | {"jacoby": True, "gammons": False},
            ("jacoby", "gammons"),
        ),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_keys(
    keys: dict[str, Any], clash: tuple[str, ...]
) -> None:
    with pytest.raises(ConventionsRefused) as refused:
        agreed(**keys)

    assert refused.value.keys == clash
    assert refused.value.message


def test_a_match_of_wins_has_no_cube_unless_it_is_named() -> None:
    terms = agreed(rules="short", length=3, unit="wins")

    assert terms.cube is CubeKind.NONE
    assert terms.largest_ending == 1


asked_values = st.fixed_dictionaries(
    {"rules": st.sampled_from(RuleName)},
    optional={
        "form": st.sampled_from(Form),
        "length": st.integers(0, 26),
        "unit": st.sampled_from(Unit),
        "cube": st.sampled_from(CubeKind),
        "cube_cap": st.none() | st.integers(0, 70),
        "linear_max": st.integers(1, 7),
        "crawford": st.booleans(),
        "jacoby": st.booleans(),
        "beaver": st.booleans(),
        "automatic_doubles": st.integers(-1, 3),
        "gammons": st.booleans(),
        "backgammons": st.booleans(),
        "gammons_pay": st.booleans(),
        "doublets": st.booleans(),
        "extra_checker": st.sampled_from(ExtraChecker),
        "difference": st.integers(0, 20),
        "stake": st.integers(0, 10),
        "max_points": st.integers(0, 20),
    },
)


@given(asked_values)
def test_whatever_is_asked_is_agreed_or_refused_by_known_keys(keys: dict[str, Any]) -> None:
    terms, refused = agreed_or_refused(ConventionsAsked(**keys))

    assert (terms is None) != (refused is None)
    if refused is not None:
        assert set(refused.keys) <= set(ConventionsAsked.__struct_fields__)
    if terms is not None:
        assert msgspec.json.decode(msgspec.json.encode(terms), type=Conventions) == terms
        assert terms.hold >= terms.stake
        assert all(getattr(terms, key) == value for key, value in keys.items() if key in _KEPT)


def agreed_or_refused(
    asked: ConventionsAsked,
) -> tuple[Conventions | None, ConventionsRefused | None]:
    try:
        return resolve(asked), None
    except ConventionsRefused as refused:
        return None, refused


_KEPT = {"rules", "form", "length", "unit", "cube", "stake", "max_points", "doublets", "jacoby"}
