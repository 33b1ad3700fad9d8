"""No table that names a person is forgotten by merges, nor by forgetting.

Whoever adds one says here, or in the lists that are checked here, what becomes of its rows.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Final

import server.storage
from server.storage.forgetting import GONE, STATEMENTS
from server.storage.merge_moves import OWNED
from server.storage.schema import metadata

STAY_IN_A_MERGE: Final = {
    "accounts.forwarded_to": "the merge itself",
    "sessions.account": "they end",
    "tables.owner": "nobody has an open one then",
    "table_seats.account": "the same",
    "seekers.account": "the same",
    "holds.account": "the same",
    "rematches.account": "good for minutes",
    "invitations.inviter": "the same",
    "invitations.invited": "the same",
    "invitation_mutes.account": "the same",
    "invitation_mutes.inviter": "the same",
    "chat_persons.account": "looked up anew by the identity",
    "chat_boards.account": "boards of matches that are over",
    "chat_presence.account": "the same",
    "former_identities.account": "of whoever is forgotten already",
    "merge_offers.keeper": "dropped",
    "merge_offers.other": "dropped",
    "merges.keeper": "an inner merge goes back after the outer one",
    "merges.other": "the same",
    "link_codes.account": "good for minutes",
    "purchases.account": "found under all accounts of a person",
    "referral_codes.account": "the code goes on to lead to the person",
    "certificates.redeemed_by": "read by its certificate alone",
    "gifts.giver": "shown by nick, which follows the person",
    "vip_reminders.account": "told of a term that was prolonged",
    "vip_grants.account": "moved by grants of its own",
    "vip_grants.giver": "the name of who gave",
    "ledger_accounts.owner": "moved by a transaction",
    "nicks.account": "moved by itself, for one nick is held",
    "messages.author": "said under the account of then",
    "reports.reporter": "the same",
    "traces.account": "what tells two accounts of one person anyway",
    "notices.account": "sent or void within days",
    "tournament_entrants.account": "refused while one takes part; then under the account of then",
}
STAY_WHEN_FORGOTTEN: Final = {
    "former_identities.account": "digests, by which what is once for a person stays so",
    "tables.owner": "tables and seats belong to matches",
    "table_seats.account": "the same",
    "match_players.account": "the same",
    "table_guests.account": "the same",
    "rematches.account": "the same",
    "ratings.account": "numbers of matches",
    "rating_changes.account": "numbers of matches",
    "conduct.account": "a term, and no name",
    "terms_acceptances.account": "that somebody agreed",
    "sanctions.account": "a ruling finds him who comes back",
    "match_losses.loser": "numbers of matches",
    "match_losses.winner": "numbers of matches",
    "signs.gainer": "numbers and digests, for a human's judgement",
    "signs.giver": "the same",
    "tournament_entrants.account": "places belong to tournaments",
}
MONEY: Final = {
    "ledger_accounts",
    "holds",
    "vip_grants",
    "vip_reminders",
    "daily_bonuses",
    "promotion_grants",
    "referral_codes",
    "referrals",
    "certificates",
    "gifts",
}
"""The books, and what keeps them from giving twice: they stay whole."""


def columns_of_persons() -> Iterator[tuple[str, str]]:
    """All that refer to an account, in every table that there is."""
    for module in pkgutil.iter_modules(server.storage.__path__):
        if module.name.startswith("schema"):
            importlib.import_module(f"server.storage.{module.name}")
    for table in metadata.tables.values():
        for column in table.columns:
            if any(key.column.table.name == "accounts" for key in column.foreign_keys):
                yield table.name, column.name


def test_a_merge_moves_whatever_names_a_person_or_has_a_reason_not_to() -> None:
    known = {(each.table, each.column) for each in OWNED}
    known |= {(name.split(".")[0], name.split(".")[1]) for name in STAY_IN_A_MERGE}
    assert set(columns_of_persons()) == known


def test_forgetting_takes_whatever_names_a_person_or_has_a_reason_not_to() -> None:
    said = " ".join(STATEMENTS)
    lost = [
        f"{table}.{column}"
        for table, column in columns_of_persons()
        if (table, column) not in GONE
        and f"UPDATE {table} " not in said
        and table not in MONEY
        and f"{table}.{column}" not in STAY_WHEN_FORGOTTEN
    ]
    assert lost == []
