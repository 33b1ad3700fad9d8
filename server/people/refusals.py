"""Why people were not brought together.

PeopleRefused
├── Oneself             nobody is his own friend, guest or enemy
├── NotWanted           that person takes nothing from you
├── OfNoSuchNetwork     one comes from another network oneself
├── TooManyFriends      of one's own, or of the other's
├── TooManyRequests     of one's own that wait for an answer
├── TooManyBlocked      as many as one may keep away
├── FriendsOnly         only VIP may invite who is no friend
├── TooManyInvitations  of this person, within the hour
├── InvitationLapsed    answered, withdrawn or too late
├── TermsNotAccepted    the rules of play come before the first table
├── TermsChanged        another version of them is in force
└── BarredFromStakes    this house does not let everybody play for coins
"""


class PeopleRefused(Exception):
    """Nothing changed between these people."""


class Oneself(PeopleRefused):
    """Both are the same person."""


class NotWanted(PeopleRefused):
    """That person keeps you away, or wants none of this from you."""


class OfNoSuchNetwork(PeopleRefused):
    """This person does not come from that social network himself."""


class TooManyFriends(PeopleRefused):
    """One of both has as many friends as one may have."""


class TooManyRequests(PeopleRefused):
    """As many requests of this person wait for an answer as may."""


class TooManyBlocked(PeopleRefused):
    """This person keeps as many away as one may."""


class FriendsOnly(PeopleRefused):
    """Only VIP may invite somebody who is no friend."""


class TooManyInvitations(PeopleRefused):
    """This person has invited as often within the hour as one may."""


class InvitationLapsed(PeopleRefused):
    """It was answered or withdrawn, or its deadline is over."""


class TermsNotAccepted(PeopleRefused):
    """The rules of play, as they are now, must be accepted before a table."""


class TermsChanged(PeopleRefused):
    """Another version of the rules of play is in force than the one accepted."""


class BarredFromStakes(PeopleRefused):
    """Somebody's country or age keeps him from tables for coins; `by` says which."""

    def __init__(self, by: str) -> None:
        super().__init__(by)
        self.by = by
