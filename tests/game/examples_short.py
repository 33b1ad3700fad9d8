"""The examples of short and Caucasian play by their ids (rules, section 13)."""

from game import SHORT, Reason
from tests.game.example import Example

CAUCASIAN = SHORT.with_options({"hitting": "caucasian"})
FROZEN = SHORT.with_options({"hitting": "frozen"})

SHORT_START = "24:2 13:5 8:3 6:5"
HITTERS = "18:1 6:5 8:3 13:5 24:1"

EXAMPLES = [
    Example(
        "SI-01",
        SHORT,
        ("bar:1 24:1 13:5 8:3 6:5", "6:3 8:2 13:4 24:2 5:2 3:2"),
        "64",
        2,
        4,
        ("bar/21 24/18", "bar/21 21/15", "bar/21 13/7", "bar/21 8/2"),
        (("24/18 bar/21", Reason.BAR_FIRST), ("bar/19 24/20", Reason.CLOSED_POINT)),
    ),
    Example(
        "SI-02",
        SHORT,
        ("bar:2 13:5 8:3 6:5", "3:2 6:5 8:3 13:5"),
        "53",
        1,
        1,
        ("bar/20",),
        (("bar/20 13/10", Reason.BAR_FIRST), ("", Reason.MORE_DICE)),
    ),
    Example(
        "SI-04",
        SHORT,
        ("bar:2 13:5 8:3 6:5", SHORT_START),
        "44",
        4,
        7,
        ("bar/21 bar/21 13/9 13/9",),
        (("bar/21 13/9 13/9 13/9", Reason.BAR_FIRST),),
    ),
    Example(
        "four enter and one stays",
        SHORT,
        ("bar:5 6:10", "1:15"),
        "44",
        4,
        1,
        ("bar/21 bar/21 bar/21 bar/21",),
        (("bar/21 bar/21 bar/21 6/2", Reason.BAR_FIRST),),
    ),
    Example(
        "SI-05",
        SHORT,
        ("13:1 10:1", "18:2 21:2 23:2 1:3 2:3 3:3"),
        "62",
        2,
        1,
        ("13/11 11/5",),
        (("10/8", Reason.MORE_DICE), ("10/8 13/7", Reason.CLOSED_POINT)),
    ),
    Example(
        "SI-06",
        SHORT,
        ("13:1", "20:2 1:5 2:4 3:4"),
        "62",
        1,
        1,
        ("13/7",),
        (("13/11", Reason.LARGER_DIE), ("13/7 7/5", Reason.CLOSED_POINT)),
    ),
    Example("SI-07", SHORT, ("13:1", "18:2 20:2 1:4 2:4 3:3"), "62", 1, 1, ("13/11",)),
    Example(
        "SI-08", SHORT, ("20:1 9:1", "14:2 22:2 1:4 2:4 3:3"), "33", 3, 1, ("9/6 20/17 17/14",)
    ),
    Example(
        "SI-09", SHORT, ("6:2 4:2 2:1", "1:5 2:5 3:5"), "64", 2, 2, ("6/off 4/off", "6/off 6/2")
    ),
    Example("SI-10", SHORT, ("5:2 3:1", "1:5 2:5 3:5"), "66", 3, 1, ("5/off 5/off 3/off",)),
    Example(
        "SI-11",
        SHORT,
        ("6:2 3:1", "24:2 1:5 2:5 3:3"),
        "55",
        0,
        0,
        ("",),
        (
            ("6/1", Reason.CLOSED_POINT),
            ("3/off", Reason.HIGHER_CHECKER),
            ("6/off", Reason.NO_DIE),
            ("3/1", Reason.NO_DIE),
            ("4/off", Reason.NO_CHECKER),
            ("3/6", Reason.NO_SUCH_STEP),
        ),
    ),
    Example(
        "SI-12",
        SHORT,
        ("6:1 4:1", "1:5 2:5 3:5"),
        "41",
        2,
        3,
        ("4/off 6/5", "6/2 4/3", "6/2 2/1"),
    ),
    Example(
        "SI-13",
        SHORT,
        ("7:1 6:1 3:1", "1:5 2:5 3:5"),
        "61",
        2,
        3,
        ("7/6 6/off", "7/1 6/5", "7/1 3/2"),
        (("6/off 7/6", Reason.NOT_ALL_HOME),),
    ),
    Example(
        "SI-15",
        SHORT,
        ("3:1", "1:5 2:5 3:5"),
        "31",
        2,
        1,
        ("3/off", "3/2 2/off"),
        (("3/2", Reason.MORE_DICE), ("3/off 2/1", Reason.GAME_OVER)),
    ),
    Example(
        "SI-16",
        SHORT,
        ("bar:1 13:5 8:3 6:6", "5:1 6:5 8:3 13:5 24:1"),
        "53",
        2,
        6,
        ("bar/20 13/10",),
    ),
    *(
        Example("CV-03", rules, ("13:5 8:3 6:5 4:2", HITTERS), "63", 2, 10, ("13/7 7/4",))
        for rules in (SHORT, CAUCASIAN, FROZEN)
    ),
    Example("CV-07", CAUCASIAN, ("6:2 5:1", "21:1 1:5 2:5 3:4"), "42", 2, 5, ("6/4 4/off",)),
    Example(
        "CV-07",
        FROZEN,
        ("6:2 5:1", "21:1 1:5 2:5 3:4"),
        "42",
        2,
        4,
        (),
        (("6/4 4/off", Reason.HITTER_FROZEN),),
    ),
    *(
        Example(
            "CV-08",
            rules,
            ("bar:1 20:1 13:5 8:3 6:5", "4:1 6:5 8:3 13:5 24:1"),
            "41",
            2,
            8,
            ("bar/21 21/20",),
        )
        for rules in (SHORT, CAUCASIAN, FROZEN)
    ),
]
