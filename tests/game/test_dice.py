"""The committed stream, against its definition and its published vectors."""

import hashlib
import hmac
import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.dice import CommittedDice, digest, fits, is_digest

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "dice-vectors.json").read_text())
PAGE = Path(__file__).parents[2] / "docs" / "dice.md"
SECRET, MATCH, SEEDS = bytes(range(32)), bytes(range(16)), (b"one", b"two")


def blocks(label: str, secret: bytes, match: bytes, seeds: tuple[bytes, ...], n: int) -> bytes:
    """Return the bytes of draw `n` by the words of the design, ten blocks of them."""
    front = b"nardy-" + label.encode() + b"/1" + match + hashlib.sha256(b"".join(seeds)).digest()
    return b"".join(
        hmac.new(secret, front + n.to_bytes(4, "big") + b.to_bytes(4, "big"), "sha256").digest()
        for b in range(10)
    )


def literal_pair(secret: bytes, match: bytes, seeds: tuple[bytes, ...], n: int) -> tuple[int, int]:
    shown = [byte % 6 + 1 for byte in blocks("dice", secret, match, seeds, n) if byte < 252]
    return shown[0], shown[1]


@given(
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=16, max_size=16),
    st.tuples(st.binary(min_size=1, max_size=64), st.binary(min_size=1, max_size=64)),
    st.integers(0, 2**32 - 1),
)
def test_a_roll_is_what_the_definition_says(
    secret: bytes, match: bytes, seeds: tuple[bytes, bytes], n: int
) -> None:
    assert CommittedDice(secret, match, seeds).pair(n) == literal_pair(secret, match, seeds, n)


def test_bytes_from_252_up_are_dropped() -> None:
    """Among many rolls some begin with such bytes; they too follow the definition."""
    dice = CommittedDice(SECRET, MATCH, SEEDS)
    unusual = [n for n in range(3_000) if max(blocks("dice", SECRET, MATCH, SEEDS, n)[:2]) >= 252]

    assert len(unusual) > 50
    assert all(dice.pair(n) == literal_pair(SECRET, MATCH, SEEDS, n) for n in unusual)


class Thin(CommittedDice):
    """Dice whose first blocks hold next to nothing usable."""

    def _drawn(self, label: str, n: int, block: int) -> bytes:
        return bytes([255, 252 if block < 2 else block, 254])


def test_a_draw_takes_further_blocks_until_it_has_what_it_needs() -> None:
    dice = Thin(SECRET, MATCH, SEEDS)

    assert dice._patient_pair(0) == (2 % 6 + 1, 3 % 6 + 1)
    assert dice.number("colours", 7) == 2


@pytest.mark.parametrize("vector", VECTORS["rolls"], ids=lambda vector: vector["why"])
def test_the_published_vectors_of_rolls_hold(vector: dict[str, object]) -> None:
    dice = CommittedDice(
        bytes.fromhex(str(vector["secret"])),
        bytes.fromhex(str(vector["match"])),
        tuple(bytes.fromhex(seed) for seed in vector["seeds"]),  # type: ignore[attr-defined]  # JSON
    )

    assert list(dice.pair(int(str(vector["n"])))) == vector["pair"]


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda vector: vector["why"])
def test_the_published_vectors_of_other_draws_hold(vector: dict[str, object]) -> None:
    dice = CommittedDice(
        bytes.fromhex(str(vector["secret"])),
        bytes.fromhex(str(vector["match"])),
        tuple(bytes.fromhex(seed) for seed in vector["seeds"]),  # type: ignore[attr-defined]  # JSON
    )
    label, bound, n = str(vector["label"]), int(str(vector["bound"])), int(str(vector["n"]))

    assert dice.number(label, bound, n) == vector["number"]


def test_there_are_ten_vectors_and_the_page_shows_them() -> None:
    page = PAGE.read_text()
    vectors = VECTORS["rolls"] + VECTORS["draws"]

    assert len(vectors) == 10
    for vector in VECTORS["rolls"]:
        first, second = vector["pair"]
        assert f"| {vector['why']} | {vector['n']} | {first}-{second} |" in page
    for vector in VECTORS["draws"]:
        assert f"| {vector['why']} | `{vector['label']}` |" in page


def test_all_pairs_are_equally_likely() -> None:
    """Chi-square over 72,000 rolls, 35 degrees of freedom: 80 is beyond one in 50,000."""
    dice = CommittedDice(SECRET, MATCH, SEEDS)
    counts = Counter(dice.pair(n) for n in range(72_000))

    assert len(counts) == 36
    assert sum((count - 2_000) ** 2 / 2_000 for count in counts.values()) < 80


def test_other_draws_are_uniform_below_their_bound() -> None:
    dice = CommittedDice(SECRET, MATCH, SEEDS)
    counts = Counter(dice.number("points", 20, n) for n in range(20_000))

    assert set(counts) == set(range(20))
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 55


def test_labels_draw_independently_of_each_other_and_of_the_dice() -> None:
    dice = CommittedDice(SECRET, MATCH, SEEDS)

    assert [dice.number("colours", 256, n) for n in range(8)] != [
        dice.number("points", 256, n) for n in range(8)
    ]
    with pytest.raises(ValueError, match="label other than the dice's"):
        dice.number("dice", 6)


@pytest.mark.parametrize("bound", [0, 257])
def test_a_bound_that_a_byte_cannot_hold_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="a bound of 1 to 256"):
        CommittedDice(SECRET, MATCH, SEEDS).number("colours", bound)


@pytest.mark.parametrize(
    ("secret", "match", "seeds"),
    [
        (bytes(31), MATCH, SEEDS),
        (SECRET, bytes(17), SEEDS),
        (SECRET, MATCH, ()),
        (SECRET, MATCH, (b"", b"two")),
        (SECRET, MATCH, (bytes(65), b"two")),
    ],
)
def test_a_stream_of_the_wrong_sizes_is_refused(
    secret: bytes, match: bytes, seeds: tuple[bytes, ...]
) -> None:
    with pytest.raises(ValueError, match=r"has 32 bytes|has a seed of 1 to 64"):
        CommittedDice(secret, match, seeds)


def test_every_seat_changes_the_dice() -> None:
    ours = CommittedDice(SECRET, MATCH, SEEDS)
    for other in (
        CommittedDice(SECRET[::-1], MATCH, SEEDS),
        CommittedDice(SECRET, MATCH[::-1], SEEDS),
        CommittedDice(SECRET, MATCH, (b"one", b"too")),
        CommittedDice(SECRET, MATCH, (b"own", b"two")),
    ):
        assert [ours.pair(n) for n in range(12)] != [other.pair(n) for n in range(12)]


@given(st.binary())
def test_a_digest_fits_what_it_is_of_and_nothing_else(data: bytes) -> None:
    promised = digest(data)

    assert is_digest(promised)
    assert fits(data, promised)
    assert not fits(data + b"!", promised)


@pytest.mark.parametrize(
    "text", ["", "0" * 63, "G" * 64, "A" * 64, "0" * 65, f"{'0' * 32} {'0' * 31}"]
)
def test_other_text_is_no_digest(text: str) -> None:
    assert not is_digest(text)


def test_a_digest_of_random_secrets_never_repeats() -> None:
    chance = random.Random(3)

    assert len({digest(chance.randbytes(32)) for _ in range(1_000)}) == 1_000
