"""What an inbox tells, as chats say it."""

from uuid import UUID

import pytest

from bots.running.news import of_inbox
from server.dialogue.persons import ChatPerson
from server.inbox import Gifted
from server.named import Named
from server.purchases.catalogue import Catalogue
from server.purchases.terms import CatalogueTerms


@pytest.mark.parametrize(
    ("language", "words"),
    [("ru", "Борис дарит вам: VIP на 7 дней."), ("en", "A gift from Борис: VIP for 7 days.")],
)
def test_a_gift_is_said_with_its_giver_and_its_name(language: str, words: str) -> None:
    gift = Gifted(Named(UUID(int=2), "Борис"), "vip_7", "VIP for 7 days", "VIP на 7 дней")

    screen = of_inbox(ChatPerson(1, UUID(int=1), language), gift, Catalogue(CatalogueTerms()))

    assert screen is not None
    assert screen.text == words
