"""`nardy admin mail`: what a mail server's pipe hands in, and is told by the exit status."""

import json
from pathlib import Path

from server.storage.database import Database
from tests.server.cli.test_money import Books
from tests.server.money.purse import Purse

LETTER = b"From: anna@nardy.test\r\nMessage-ID: <1@x.test>\r\n\r\nWhere are my coins?\r\n"


async def test_a_letter_is_taken_once_and_rubbish_is_returned(
    opened_database: Database, database_url: str, tmp_path: Path
) -> None:
    books = Books(Purse(opened_database), database_url, tmp_path)
    letter, rubbish = tmp_path / "letter", tmp_path / "rubbish"
    letter.write_bytes(LETTER)
    rubbish.write_bytes(b"\xff")

    taken = [json.loads((await books.admin("mail", str(letter)))[1]) for _ in range(2)]

    assert [each["outcome"] for each in taken] == ["opened", "known"]
    assert taken[0]["case"] == taken[1]["case"]
    status, said, error = await books.admin("mail", str(rubbish))
    assert (status, said) == (65, "")
    assert "From" in error
