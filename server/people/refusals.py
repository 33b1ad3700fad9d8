"""Why people were not brought together.

PeopleRefused
├── Oneself             nobody is his own friend, guest or enemy
├── NotWanted           that person takes nothing from you
├── TooManyFriends      of one's own, or of the other's
├── TooManyRequests     of one's own that wait for an answer
└── TooManyBlocked      as many as one may keep away
"""


class PeopleRefused(Exception):
    """Nothing changed between these people."""


class Oneself(PeopleRefused):
    """Both are the same person."""


class NotWanted(PeopleRefused):
    """That person keeps you away, or wants none of this from you."""


class TooManyFriends(PeopleRefused):
    """One of both has as many friends as one may have."""


class TooManyRequests(PeopleRefused):
    """As many requests of this person wait for an answer as may."""


class TooManyBlocked(PeopleRefused):
    """This person keeps as many away as one may."""
