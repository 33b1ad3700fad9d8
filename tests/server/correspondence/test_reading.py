"""Raw letters of strangers: what is read of them, and which of them no human wrote."""

import pytest

from server.correspondence.reading import LONGEST, read_letter
from server.requests import Malformed

CASE = "01890a5d-ac96-774b-bcce-b302099a8057"


def raw(*headers: str, body: str = "Hello.") -> bytes:
    return "\r\n".join(("From: Anna <anna@nardy.test>", *headers, "", body)).encode()


@pytest.mark.parametrize(
    ("letter", "words"),
    [
        (raw(body="One\r\n\r\n\r\n\r\ntwo"), "One\n\ntwo"),
        (raw(body="No!\r\n> Are you sure?"), "No!"),
        (raw(body="> only quoted"), "> only quoted"),
        (raw(body="a\x00b\u200bc\x1b[31m"), "abc[31m"),
        (raw(body="x" * 9_000), "x" * LONGEST),
        (raw(body=""), ""),
        (
            raw("Content-Type: text/plain; charset=koi8-r").replace(
                b"Hello.", "Где монеты?".encode("koi8-r")
            ),
            "Где монеты?",
        ),
        (
            raw("Content-Type: text/plain; charset=no-such", body="Где монеты?"),
            "Где монеты?",
        ),
        (
            raw(
                "Content-Type: text/html; charset=utf-8",
                body="<head><title>no</title></head><style>p {}</style><p>Where&nbsp;<b>are</b>"
                "<script>alert()</script> they?<br>There!</p>",
            ),
            "Where are they?\nThere!",
        ),
        (
            raw(
                'Content-Type: multipart/mixed; boundary="b"',
                body="--b\r\nContent-Type: image/png\r\n\r\nPNG\r\n"
                "--b\r\nContent-Type: text/plain\r\n\r\nSee the picture.\r\n--b--",
            ),
            "See the picture.",
        ),
        (raw('Content-Type: multipart/mixed; boundary="b"', body="no part at all"), ""),
        (raw("Content-Transfer-Encoding: base64", body="!!!!"), ""),
        (raw("Content-Type: text/html", body="<p>Hello.</p><![<![x"), "Hello."),
        (raw("Content-Type: text/html", body="1 < 2 &lt; 3 <!-- no <p> --><em"), "1 < 2 < 3"),
        (raw("Content-Type: text/html", body="Hi" + "<a" * 100_000), "Hi"),
        (raw("Content-Type: text/html", body="Hi" + "<!--" * 40_000), "Hi"),
        (raw("Content-Type: text/html", body="Hi" + "<![" * 60_000), "Hi"),
        (raw("Content-Type: text/plain; " + "a*0=b; " * 35_000), "Hello."),
    ],
)
def test_the_text_is_found_in_every_wrapping(letter: bytes, words: str) -> None:
    read = read_letter(letter)

    assert (read.sender, read.words, read.automatic) == ("anna@nardy.test", words, False)


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: Auto-Generated; owner-email=x",
        "Precedence: bulk",
        "Return-Path: <>",
        "List-Id: <all.nardy.test>",
        "Content-Type: multipart/report; boundary=b",
    ],
)
def test_a_machines_letter_is_known_as_one(header: str) -> None:
    assert read_letter(raw(header)).automatic
    assert not read_letter(raw("Auto-Submitted: no")).automatic
    assert read_letter(b"From: MAILER-DAEMON@nardy.test\r\n\r\nnot delivered").automatic


@pytest.mark.parametrize(
    "letter",
    [
        b"",
        b"\xff\xfe\x00",
        b"Subject: nobody\r\n\r\nHello.",
        b"From: nobody\r\n\r\nHello.",
        b"From: a@nardy.test, b@nardy.test\r\n\r\nHello.",
        b"From: " + b"x" * 5_000 + b" <a@nardy.test>\r\n\r\nHello.",
        b'From: "a\r\n b"@nardy.test\r\n\r\nHello.',
        b"From: a@nardy.test\r\nFrom: b@nardy.test\r\n\r\nHello.",
        b"From: a@nardy.test, Bob <b@nardy.test>\r\n\r\nHello.",
        b"From: friends: a@nardy.test;\r\n\r\nHello.",
        b"From: =?utf-8?q?a=40nardy.test?=\r\n\r\nHello.",
        b'From: "<a@nardy.test>\r\n\r\nHello.',
    ],
)
def test_a_letter_of_nobody_is_refused(letter: bytes) -> None:
    with pytest.raises(Malformed):
        read_letter(letter)


@pytest.mark.parametrize(
    "named",
    [
        "anna@nardy.test",
        "<anna@nardy.test>",
        "eve@nardy.test <Anna@Nardy.test>",
        '"Eve, <eve@nardy.test>" <anna@nardy.test>',
        "=?utf-8?q?eve=40nardy.test?=\r\n <anna@nardy.test>",
    ],
)
def test_the_sender_is_the_address_that_mail_servers_vouch_for(named: str) -> None:
    assert read_letter(f"From: {named}\r\n\r\nHello.".encode()).sender == "anna@nardy.test"


def test_parts_without_end_cost_no_more_than_a_refusal() -> None:
    part = 'Content-Type: multipart/mixed; boundary="{0}"\r\n\r\n--{0}\r\n'
    nested = "From: a@nardy.test\r\n" + "".join(part.format(n) for n in range(3_000))

    with pytest.raises(Malformed):
        read_letter(nested.encode())


def test_a_case_is_named_by_what_is_answered_or_by_the_subject() -> None:
    named = f"<{CASE}.7@nardy.test>"
    for header in (
        f"In-Reply-To: {named}",
        f"References: <x@y.test>\r\n {named}",
        f"Subject: =?utf-8?q?Re=3A_=5B{CASE}=5D?=",
    ):
        assert [str(case) for case in read_letter(raw(header)).cases] == [CASE]
    assert read_letter(raw("Subject: hello")).cases == ()


def test_a_letter_is_the_same_by_its_id_or_by_its_bytes() -> None:
    first, again = raw("Message-ID: <1@x.test>"), raw("Message-ID: <1@x.test>", body="Again.")

    assert read_letter(first).key == read_letter(again).key
    assert read_letter(first).message == "<1@x.test>"
    assert read_letter(raw()).key != read_letter(raw(body="Again.")).key
    broken = read_letter(raw("Message-ID: <1 2>\r\n Bcc: b@x.test"))
    assert broken.message is None, "what is no id goes into no header of ours"


@pytest.mark.parametrize(
    "letter",
    [
        raw('Content-Type: multipart/mixed; boundary="b"', body="--b\r\n\r\n" * 5_000),
        raw("Content-Type: message/Delivery-Status", body="a: b\r\n\r\n" * 20_000),
    ],
)
def test_a_letter_of_endless_parts_is_refused_unread(letter: bytes) -> None:
    with pytest.raises(Malformed, match="too many parts"):
        read_letter(letter)
