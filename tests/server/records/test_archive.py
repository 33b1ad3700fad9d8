"""`dice.zip`: sealed once, the same bytes whenever it is made again."""

import io
import struct
import subprocess
import sys

import pytest
import pyzipper

from game.dice import CommittedDice, digest
from server.records import aezip
from server.records.archive import MEMBER, archive_digest, dice_archive, dice_text, new_password

SECRET = bytes(range(32))
MATCH = bytes(range(16))
SEEDS = (b"white's seed", b"black's seed")
PASSWORD = "0123456789abcdef0123456789abcdef"
SEALED = "8640e13c96cb282b86f2b850de08cb1be037159b84866ff6debf03af8cfcb448"
"""What the archive of these dice has always been; running matches rely on it."""


def dice() -> CommittedDice:
    return CommittedDice(SECRET, MATCH, SEEDS)


def reader(archive: bytes) -> pyzipper.AESZipFile:
    return pyzipper.AESZipFile(io.BytesIO(archive))


def test_it_holds_2048_lines_of_one_width() -> None:
    lines = dice_text(dice()).splitlines(keepends=True)
    assert len(lines) == 2048
    assert {len(line) for line in lines} == {9}
    assert lines[7] == "0007 {} {}\n".format(*dice().pair(7))


def test_another_program_opens_it_with_the_password() -> None:
    with reader(dice_archive(dice(), SECRET, PASSWORD)) as opened:
        opened.setpassword(PASSWORD.encode())
        assert opened.namelist() == [MEMBER]
        assert opened.read(MEMBER).decode() == dice_text(dice())


def test_a_wrong_password_opens_nothing() -> None:
    with reader(dice_archive(dice(), SECRET, PASSWORD)) as opened:
        opened.setpassword(b"another")
        with pytest.raises(RuntimeError, match="Bad password"):
            opened.read(MEMBER)


def test_a_changed_byte_is_noticed() -> None:
    archive = bytearray(dice_archive(dice(), SECRET, PASSWORD))
    archive[9000] ^= 1
    with reader(bytes(archive)) as opened:
        opened.setpassword(PASSWORD.encode())
        with pytest.raises(pyzipper.BadZipFile, match="HMAC"):
            opened.read(MEMBER)


def test_it_shows_no_checksum_of_the_dice() -> None:
    """AE-1 would: with a CRC a player could test guesses of the secret's owner."""
    with reader(dice_archive(dice(), SECRET, PASSWORD)) as opened:
        (member,) = opened.infolist()
    assert member.wz_aes_version == pyzipper.zipfile_aes.WZ_AES_V2
    assert member.CRC == 0
    local_crc = struct.unpack_from("<L", dice_archive(dice(), SECRET, PASSWORD), 14)
    assert local_crc == (0,)


def test_the_dice_are_stored_so_that_the_size_tells_nothing() -> None:
    other = CommittedDice(bytes(32), MATCH, SEEDS)
    assert len(dice_archive(dice(), SECRET, PASSWORD)) == len(
        dice_archive(other, bytes(32), new_password())
    )


def test_it_is_byte_for_byte_what_it_has_always_been() -> None:
    assert archive_digest(dice_archive(dice(), SECRET, PASSWORD)) == SEALED


def test_another_process_makes_the_same_bytes() -> None:
    program = (
        "import sys; from game.dice import CommittedDice\n"
        "from server.records.archive import dice_archive\n"
        f"dice = CommittedDice({SECRET!r}, {MATCH!r}, {SEEDS!r})\n"
        f"sys.stdout.buffer.write(dice_archive(dice, {SECRET!r}, {PASSWORD!r}))\n"
    )
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert made.stdout == dice_archive(dice(), SECRET, PASSWORD)


@pytest.mark.parametrize("change", ["secret", "password", "seeds"])
def test_its_digest_depends_on_all_that_it_is_made_of(change: str) -> None:
    secret = bytes(32) if change == "secret" else SECRET
    password = "another" if change == "password" else PASSWORD
    seeds = (b"a", b"b") if change == "seeds" else SEEDS
    other = dice_archive(CommittedDice(secret, MATCH, seeds), secret, password)
    assert archive_digest(other) != SEALED


def test_its_digest_is_the_plain_sha_256() -> None:
    archive = dice_archive(dice(), SECRET, PASSWORD)
    assert archive_digest(archive) == digest(archive)


def test_passwords_have_128_bits_and_never_repeat() -> None:
    made = {new_password() for _ in range(100)}
    assert len(made) == 100
    assert all(len(bytes.fromhex(password)) == 16 for password in made)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 1000])
def test_any_length_of_text_comes_back(size: int) -> None:
    text = bytes(n % 251 for n in range(size))
    with reader(aezip.sealed("any.txt", text, b"password", bytes(16))) as opened:
        opened.setpassword(b"password")
        assert opened.read("any.txt") == text


def test_a_salt_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        aezip.sealed("any.txt", b"text", b"password", bytes(8))
