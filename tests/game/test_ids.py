"""IDs of positions and matches: GNU Backgammon's, XGID, and ours for the long family."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import (
    CRAZY,
    HYPERGAMMON,
    LONG,
    NACKGAMMON,
    SHORT,
    SHORT16,
    Dice,
    Position,
    RuleName,
    RuleSet,
)
from game.ids import (
    CompactPosition,
    GnuMatch,
    MatchStage,
    NoSuchId,
    UnreadableId,
    Xgid,
    read_gnu_position,
    write_gnu_position,
)
from game.rulesets import RULE_SETS
from tests.game.boards import position
from tests.game.strategies import dice, positions

SHORT_START = "24:2 13:5 8:3 6:5"
NACK_START = "24:2 23:2 13:4 8:3 6:4"
GNU_RULES = [SHORT, NACKGAMMON, HYPERGAMMON]
OTHER_RULES = [rules for rules in RULE_SETS.values() if rules not in GNU_RULES]
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"


@pytest.mark.parametrize(
    ("text", "waiter", "mover", "rules"),
    [
        ("4HPwATDgc/ABMA", SHORT_START, SHORT_START, SHORT),
        ("4Dl4ADbgOXgANg", NACK_START, NACK_START, NACKGAMMON),
        ("AACgAgAAKgAAAA", "22:1 23:1 24:1", "22:1 23:1 24:1", HYPERGAMMON),
        ("HC/wATDg8+AxAA", "3:3 6:4 7:1 13:5 24:2", "6:5 8:4 13:4 16:2", SHORT),
        ("4OeFATCw5+ABMA", "6:6 8:4 9:1 13:2 24:2", "5:2 6:4 8:3 13:4 24:2", SHORT),
        (
            "zGbiIQgxH/AAWA",
            "3:2 5:2 6:2 8:2 10:1 13:4 17:1 22:1",
            "1:1 4:2 6:5 13:4 24:2 bar:1",
            SHORT,
        ),
        (
            "zGbiIYCYD3gALA",
            "3:2 5:2 6:2 8:2 10:1 13:4 17:1",
            "1:1 4:2 6:5 13:4 24:2 bar:1",
            SHORT,
        ),
        ("jGfkASjg8wcBMA", "3:2 6:4 8:2 11:1 13:4 23:1 24:1", "6:5 8:7 13:1 24:2", SHORT),
    ],
)
def test_published_gnu_positions(text: str, waiter: str, mover: str, rules: RuleSet) -> None:
    expected = position(mover, waiter, rules)

    assert read_gnu_position(text, rules) == expected
    assert write_gnu_position(expected, rules) == text


@given(st.data())
def test_reading_a_gnu_position_undoes_writing(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(GNU_RULES))
    before = data.draw(positions(rules))

    assert read_gnu_position(write_gnu_position(before, rules), rules) == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMAA",
        "4HPwATDgc/ABMA==",
        "4HPwATDgc/ABMB",
        "4HPwATDgc ABMA",
        "4HPwATDgc-ABMA",
        "ыHPwATDgc/ABMA",
        "//////////////",
        "////AAAAAAAAAA",
        "AAAAAAAAAAAAgA",
        "AAAAAACgAgAAKg",
        "x" * 100_000,
    ],
)
def test_what_is_no_gnu_position_is_refused(text: str) -> None:
    with pytest.raises(UnreadableId):
        read_gnu_position(text, SHORT)


def test_a_gnu_position_that_cannot_be_is_refused() -> None:
    shared = Position.start(LONG)
    with pytest.raises(UnreadableId, match="shared_point"):
        read_gnu_position(write_gnu_position(position("13:15", "12:15"), SHORT), SHORT)
    with pytest.raises(UnreadableId, match="both sides have borne off everything"):
        read_gnu_position("A" * 14, SHORT)
    with pytest.raises(UnreadableId, match="too many"):
        read_gnu_position(write_gnu_position(shared, SHORT), HYPERGAMMON)


@pytest.mark.parametrize("rules", OTHER_RULES, ids=lambda rules: rules.name)
def test_other_rule_sets_have_no_gnu_position(rules: RuleSet) -> None:
    with pytest.raises(NoSuchId, match=rules.name):
        write_gnu_position(Position.start(rules), rules)
    with pytest.raises(NoSuchId, match=rules.name):
        read_gnu_position("4HPwATDgc/ABMA", rules)


PLAYING = GnuMatch(on_roll=1, decider=1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cAkAAAAAAAAA", PLAYING),
        ("cAkAAAAAAAAE", GnuMatch(on_roll=1, decider=1, jacoby=False)),
        ("MIEFAAAAAAAA", GnuMatch(dice=Dice(3, 1))),
        ("cIkqAAAAAAAA", GnuMatch(on_roll=1, decider=1, dice=Dice(5, 2), length=1)),
        (
            "QYkqASAAIAAA",
            GnuMatch(
                cube=2,
                cube_owner=0,
                on_roll=1,
                decider=1,
                dice=Dice(5, 2),
                length=9,
                scores=(2, 4),
            ),
        ),
        (
            "8IhuACAACAAE",
            GnuMatch(
                on_roll=1,
                decider=1,
                crawford=True,
                stage=MatchStage.NONE,
                dice=Dice(5, 3),
                length=3,
                scores=(2, 1),
                jacoby=False,
            ),
        ),
        ("MAHgAAAAAAAA", GnuMatch(length=7)),
        ("cAngAAAAAAAA", GnuMatch(on_roll=1, decider=1, length=7)),
        ("MBmgAAAAAAAA", GnuMatch(decider=1, doubled=True, length=5)),
    ],
)
def test_published_gnu_matches(text: str, expected: GnuMatch) -> None:
    assert GnuMatch.parse(text) == expected
    assert str(expected) == text


matches = st.builds(
    GnuMatch,
    cube=st.integers(0, 15).map(lambda power: 1 << power),
    cube_owner=st.sampled_from([None, 0, 1]),
    on_roll=st.integers(0, 1),
    decider=st.integers(0, 1),
    crawford=st.booleans(),
    stage=st.sampled_from(MatchStage),
    doubled=st.booleans(),
    resignation=st.integers(0, 3),
    dice=st.none() | dice.map(lambda thrown: Dice(thrown.high, thrown.low)),
    length=st.integers(0, 2**15 - 1),
    scores=st.tuples(st.integers(0, 2**15 - 1), st.integers(0, 2**15 - 1)),
    jacoby=st.booleans(),
)


@given(matches)
def test_reading_a_gnu_match_undoes_writing(match: GnuMatch) -> None:
    assert GnuMatch.parse(str(match)) == match


@pytest.mark.parametrize(
    "text",
    ["", "cAkAAAAAAA", "IAAAAAAAAAAA", "AAUAAAAAAAAA", "MIEAAAAAAAAA", "MAEAAAAAAAAI", "!" * 12],
)
def test_what_is_no_gnu_match_is_refused(text: str) -> None:
    with pytest.raises(UnreadableId):
        GnuMatch.parse(text)


def test_the_start_as_xgid() -> None:
    start = Xgid(position=Position.start(SHORT), length=7)

    assert start.text(SHORT) == START_XGID
    assert Xgid.parse(START_XGID, SHORT) == start


def test_a_gnu_pair_and_its_xgid_say_the_same() -> None:
    line = "XGID=-b----E-C---eE---c-e----B-:0:0:1:53:1:2:1:3:10"
    match = GnuMatch.parse("8IhuACAACAAE")

    said = Xgid(
        position=read_gnu_position("4HPwATDgc/ABMA", SHORT),
        dice=str(match.dice),
        score=match.scores[match.decider],
        other_score=match.scores[1 - match.decider],
        flags=int(match.crawford),
        length=match.length,
    )

    assert said.text(SHORT) == line
    assert Xgid.parse(line, SHORT) == said


xgids = st.fixed_dictionaries(
    {
        "cube": st.integers(0, 10).map(lambda power: 1 << power),
        "cube_owner": st.integers(-1, 1),
        "dice": st.sampled_from(["00", "52", "D", "B", "R"]),
        "score": st.integers(0, 6),
        "other_score": st.integers(0, 6),
        "flags": st.integers(0, 3),
        "length": st.sampled_from([0, 7, 25]),
        "cube_limit": st.integers(0, 10),
    }
)


@given(st.data(), xgids)
def test_reading_an_xgid_undoes_writing(data: st.DataObject, fields: dict[str, int]) -> None:
    rules = data.draw(st.sampled_from([*GNU_RULES, SHORT16]))
    said = Xgid(position=data.draw(positions(rules)), **fields)  # type: ignore[arg-type]

    assert Xgid.parse(said.text(rules), rules) == said


def test_whoever_is_on_turn_is_the_mover_and_his_pips_stay_his() -> None:
    bottom = Xgid.parse("XGID=-B----E-C---eE---c-e----b-:1:1:1:52:3:4:0:7:10", SHORT)
    top = Xgid.parse("XGID=-B----E-C---eE---c-e----b-:1:1:-1:52:3:4:0:7:10", SHORT)

    assert top.position == bottom.position.swapped()
    assert top.position.pip_count() == bottom.position.swapped().pip_count()
    assert (top.score, top.other_score, top.cube_owner) == (4, 3, -1)
    assert Xgid.parse(top.text(SHORT), SHORT) == top


@pytest.mark.parametrize(
    "line",
    [
        "",
        START_XGID[5:],
        f"XGID={'-' * 26}:0:0:1:00:0:0:0:7:10",
        START_XGID + ":1",
        START_XGID.replace("-B-:", "-B:"),
        START_XGID.replace(":00:", ":70:"),
        START_XGID.replace("E-C", "Q-C"),
        START_XGID.replace("E-C", "P-C"),
        START_XGID.replace(":0:0:0:7:", ":7:0:0:7:"),
        START_XGID.replace("-:0:0:1", "-:31:0:1"),
        START_XGID.replace("=-b", "=Ab"),
        START_XGID.replace("B-:", "Ba:"),
        START_XGID.replace(":1:00", ":١:00"),
    ],
)
def test_what_is_no_xgid_is_refused(line: str) -> None:
    with pytest.raises(UnreadableId):
        Xgid.parse(line, SHORT)


@pytest.mark.parametrize("rules", [LONG, CRAZY], ids=lambda rules: rules.name)
def test_the_long_family_has_no_xgid(rules: RuleSet) -> None:
    with pytest.raises(NoSuchId):
        Xgid(position=Position.start(rules)).text(rules)
    with pytest.raises(NoSuchId):
        Xgid.parse(START_XGID, rules)


PAGE = Path(__file__).parent.parent.parent / "docs" / "position-id.md"
VECTORS = re.findall(
    r"^\| `(.+?)` \| `(.+?)` \| (yes|no) \| (yes|no) \|$", PAGE.read_text(), re.MULTILINE
)


@pytest.mark.parametrize(("text", "written", "head_taken", "first_turn"), VECTORS)
def test_our_ids_are_as_documented(
    text: str, written: str, head_taken: str, first_turn: str
) -> None:
    name = RuleName(text.partition(":")[0])
    expected = CompactPosition(
        name, Position.parse(written), head_taken == "yes", first_turn == "yes"
    )

    assert str(expected) == text
    assert CompactPosition.parse(text) == expected


def test_ten_ids_are_documented() -> None:
    assert len(VECTORS) == 10


@settings(max_examples=50)
@given(st.data(), st.booleans(), st.booleans())
def test_reading_our_id_undoes_writing(
    data: st.DataObject, head_taken: bool, first_turn: bool
) -> None:
    rules = data.draw(st.sampled_from([r for r in RULE_SETS.values() if r.same_direction]))
    said = CompactPosition(rules.name, data.draw(positions(rules)), head_taken, first_turn)

    assert CompactPosition.parse(str(said)) == said


@pytest.mark.parametrize(
    "text",
    [
        "",
        "long",
        "long:",
        "chess:AAAA",
        "long:" + "/" * 14,
        "long:" + "A" * 13,
        "LONG:AAA",
        "long:fwAAgH/bBAAAIA",
    ],
)
def test_what_is_no_id_of_ours_is_refused(text: str) -> None:
    with pytest.raises(UnreadableId):
        CompactPosition.parse(text)


@pytest.mark.parametrize("name", ["short", "short16", "nackgammon", "hypergammon"])
def test_the_short_family_has_no_id_of_ours(name: str) -> None:
    with pytest.raises(NoSuchId):
        CompactPosition.parse(f"{name}:AAAAAAAAAAAAAA")
