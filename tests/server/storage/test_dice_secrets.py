"""What decides the dice: sealed at rest, opened by our keys alone."""

import base64
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from server.storage.database import Database
from server.storage.dice_secrets import DiceSecrets, SecretNotFound, Secrets
from server.storage.schema import dice_secrets
from server.storage.sealing import CannotUnseal, KeyMalformed, Sealed, Sealing

OLD, NEW = bytes(32), bytes([1]) * 32
SECRETS = DiceSecrets(b"s" * 32, b"p" * 16, {1: b"seed of the chat seat"})


@given(st.binary(), st.binary())
def test_what_is_sealed_opens_where_it_belongs_and_nowhere_else(
    text: bytes, belongs_to: bytes
) -> None:
    sealing = Sealing((NEW,))
    sealed = sealing.seal(text, belongs_to)

    assert sealing.open(sealed, belongs_to) == text
    with pytest.raises(CannotUnseal):
        sealing.open(sealed, belongs_to + b"x")


def test_sealing_twice_gives_two_texts() -> None:
    sealing = Sealing((NEW,))

    assert sealing.seal(b"text", b"") != sealing.seal(b"text", b"")


def test_the_first_key_seals_and_all_of_them_open() -> None:
    before, between, after = Sealing((OLD,)), Sealing((NEW, OLD)), Sealing((NEW,))
    old, new = before.seal(b"old", b""), between.seal(b"new", b"")

    assert between.open(old, b"") == b"old"
    assert after.open(new, b"") == b"new"
    with pytest.raises(CannotUnseal):
        after.open(old, b"")


@given(st.integers(min_value=0), st.integers(min_value=0, max_value=7))
def test_a_changed_text_does_not_open(byte: int, bit: int) -> None:
    sealing = Sealing((NEW,))
    sealed = sealing.seal(b"text", b"")
    changed = bytearray(sealed.text)
    changed[byte % len(changed)] ^= 1 << bit

    with pytest.raises(CannotUnseal):
        sealing.open(Sealed(sealed.key_id, bytes(changed)), b"")


@pytest.mark.parametrize(
    "text",
    [
        NEW.hex(),
        base64.b64encode(NEW).decode(),
        base64.urlsafe_b64encode(NEW).decode().rstrip("="),
        f"{NEW.hex()},{OLD.hex()}",
        f" {NEW.hex()} , {base64.b64encode(OLD).decode()} ",
    ],
)
def test_keys_come_in_base64_or_hexadecimal_new_before_old(text: str) -> None:
    assert Sealing.of(text).key_id == Sealing((NEW,)).key_id


@pytest.mark.parametrize("text", ["", ",", "short", "g" * 64, NEW.hex() + "00", NEW.hex() + ",x"])
def test_a_malformed_key_is_refused_without_being_shown(text: str) -> None:
    with pytest.raises(KeyMalformed) as refused:
        Sealing.of(text)
    assert "g" * 10 not in str(refused.value)


async def test_secrets_are_kept_sealed_and_opened_again(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    match = fresh()
    async with opened.transaction() as tx:
        secrets = Secrets(tx, Sealing((NEW,)))
        await secrets.keep(match, SECRETS)

        assert await secrets.get(match) == SECRETS
        sealed = (await tx.execute(select(dice_secrets.c.sealed))).scalar_one()
        assert not any(part in sealed for part in (SECRETS.secret, SECRETS.archive_password))
        with pytest.raises(SecretNotFound):
            await secrets.get(uuid4())


async def test_the_secrets_of_a_match_are_kept_once(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    match = fresh()

    async def keep() -> None:
        async with opened.transaction() as tx:
            await Secrets(tx, Sealing((NEW,))).keep(match, SECRETS)

    await keep()
    with pytest.raises(IntegrityError):
        await keep()


async def test_the_secrets_of_one_match_do_not_open_as_those_of_another(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    mine, theirs = fresh(), fresh()
    async with opened.transaction() as tx:
        secrets = Secrets(tx, Sealing((NEW,)))
        await secrets.keep(mine, SECRETS)
        await tx.execute(update(dice_secrets).values(match=theirs))

        with pytest.raises(CannotUnseal):
            await secrets.get(theirs)


async def test_an_old_key_can_be_retired_after_resealing(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    matches = [fresh() for _ in range(5)]
    async with opened.transaction() as tx:
        for match in matches:
            await Secrets(tx, Sealing((OLD,))).keep(match, SECRETS)
        both = Secrets(tx, Sealing((NEW, OLD)))
        assert await both.sealed_before() == 5
        first = await both.reseal(limit=3)
        second = await both.reseal(first.read[-1], limit=3)
        assert first.read + second.read == tuple(sorted(matches))
        assert first.lost == second.lost == (await both.reseal()).read == ()

        for match in matches:
            assert await Secrets(tx, Sealing((NEW,))).get(match) == SECRETS


async def test_what_no_key_opens_is_named_and_keeps_nothing_else_from_being_resealed(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    gone, kept = fresh(), fresh()
    async with opened.transaction() as tx:
        await Secrets(tx, Sealing((b"lost key" * 4,))).keep(gone, SECRETS)
        await Secrets(tx, Sealing((OLD,))).keep(kept, SECRETS)

        page = await Secrets(tx, Sealing((NEW, OLD))).reseal()

        assert (page.read, page.lost) == ((gone, kept), (gone,))
        assert await Secrets(tx, Sealing((NEW,))).get(kept) == SECRETS


def test_secrets_do_not_show_themselves_in_a_log() -> None:
    assert "s" * 32 not in repr(SECRETS)
    assert "seed of" not in f"{SECRETS}"
