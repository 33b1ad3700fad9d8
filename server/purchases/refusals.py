"""Why nothing was sold.

PurchaseRefused
├── NoSuchProduct        nothing of that name is sold on that platform
├── NotOnPlatform        the person is not known there, or the platform is not served here
├── ReceiptRefused       not a receipt of that platform for our app and this product
├── ReceiptOfAnother     somebody else has presented it
├── ReceiptRefunded      it was paid back
├── NotPaid              nobody has paid for it yet
└── NotPaidBackHere      the platform returns money in its own console only
"""


class PurchaseRefused(Exception):
    """Nothing was given."""


class NoSuchProduct(PurchaseRefused):
    """Nothing of that name is sold there."""


class NotOnPlatform(PurchaseRefused):
    """Payments of that platform are not taken here, or not from this person."""


class ReceiptRefused(PurchaseRefused):
    """The receipt does not say that this product was bought in our app."""


class ReceiptOfAnother(PurchaseRefused):
    """Somebody else has presented this receipt."""


class ReceiptRefunded(PurchaseRefused):
    """What this receipt paid for was paid back."""


class NotPaid(PurchaseRefused):
    """Nobody has paid for it: there is nothing to take back."""


class NotPaidBackHere(PurchaseRefused):
    """This platform returns money in its own console, not when we ask for it."""
