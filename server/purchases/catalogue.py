"""The catalogue as use cases ask it: a product by its id, all of it in a platform's words."""

from collections.abc import Iterator, Mapping

from platforms.identity import Platform
from platforms.vk import notifications as vk
from platforms.vk.orders import Offer
from server.purchases.refusals import NoSuchProduct
from server.purchases.terms import CatalogueTerms, Price, Product


class Catalogue:
    """What is sold where."""

    def __init__(self, terms: CatalogueTerms) -> None:
        self._products = {each.id: each for each in terms.products}

    def __iter__(self) -> Iterator[Product]:
        return iter(self._products.values())

    def find(self, product: str) -> Product | None:
        """The product of this id, sold now or not at all."""
        return self._products.get(product)

    def sold(self, product: str, platform: Platform) -> tuple[Product, Price]:
        """A product and what it costs on a platform; raises `NoSuchProduct`."""
        found = self._products.get(product)
        price = None if found is None else found.price(platform)
        if found is None or price is None:
            raise NoSuchProduct(product)
        return found, price

    def prices(self, platform: Platform) -> Mapping[str, tuple[int, ...]]:
        """All amounts that a platform may have charged for each thing sold there once."""
        return {
            product.id: (price.amount, *price.earlier)
            for product, price in self._on(platform)
            if not product.is_subscription
        }

    def vk_offers(self, site: vk.Site, language: str = "") -> Mapping[str, Offer]:
        """What VK shows to a buyer there: prices in votes, or in OKs."""
        russian = not language.startswith("en")
        platform = Platform.OK if site is vk.Site.OK else Platform.VK
        return {
            product.id: Offer(
                title=product.ru if russian else product.en,
                price=price.amount,
                period=product.amount if product.is_subscription else None,
                earlier_prices=frozenset(price.earlier),
            )
            for product, price in self._on(platform)
        }

    def _on(self, platform: Platform) -> Iterator[tuple[Product, Price]]:
        for product in self._products.values():
            if (price := product.price(platform)) is not None:
                yield product, price
