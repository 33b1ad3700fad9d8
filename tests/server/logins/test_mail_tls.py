"""Letters over TLS, to a mail server on loopback whose certificate is of its own making."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from server.config import Config
from server.outbound.mail import Mailer, MailServer, NoMailServer
from tests.standins.certificates import self_made
from tests.standins.smtp import Smtp

BOTH = pytest.mark.parametrize("scheme", ["smtp", "smtps"])


def letter() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "play@nardy.test", "anna@nardy.test", "A code"
    made.set_content("123456")
    return made


async def sent(post: Smtp, scheme: str, ca: Path | None) -> None:
    """Hand a letter in; raises what the mailer raises."""
    async with post.serving():
        server = MailServer.of(f"{scheme}://post:hunter2@127.0.0.1:{post.port}", ca)
        await Mailer(server, "play@nardy.test", seconds=5).send(letter())


@BOTH
async def test_a_letter_goes_safely_to_a_server_whose_certificate_is_known(
    tmp_path: Path, scheme: str
) -> None:
    ca, context = self_made(tmp_path)
    post = Smtp(context, implicit=scheme == "smtps")

    await sent(post, scheme, ca)

    assert [each["Subject"] for each in post.letters] == ["A code"]
    assert set(post.plainly) <= {"EHLO", "STARTTLS"}, "neither name nor letter was heard"


@BOTH
async def test_to_a_server_that_shows_another_certificate_nothing_is_said(
    tmp_path: Path, scheme: str
) -> None:
    """One that nobody known has signed, and one that is good for another host."""
    ca, context = self_made(tmp_path)
    other, elsewhere = self_made(tmp_path, "127.0.0.2")
    for trusted, shown in ((other, context), (other, elsewhere)):
        post = Smtp(shown, implicit=scheme == "smtps")
        with pytest.raises(NoMailServer):
            await sent(post, scheme, trusted)
        assert set(post.plainly) <= {"EHLO", "STARTTLS"}
    assert ca != other


async def test_a_server_that_offers_no_tls_is_told_nothing_where_it_must(tmp_path: Path) -> None:
    ca, _ = self_made(tmp_path)
    post = Smtp()

    with pytest.raises(NoMailServer):
        await sent(post, "smtp", ca)

    assert (post.letters, "AUTH" in post.plainly, "MAIL" in post.plainly) == ([], False, False)


def test_the_certificates_are_read_when_the_service_starts(tmp_path: Path) -> None:
    ca, _ = self_made(tmp_path)
    assert Config.model_validate({"smtp_ca": str(ca)}).smtp_ca == ca
    (tmp_path / "no.pem").write_text("no certificate")
    for path in (tmp_path / "no.pem", tmp_path / "none.pem", tmp_path):
        with pytest.raises(ValueError, match="must be a file of certificates"):
            Config.model_validate({"smtp_ca": str(path)})
