"""The pages that people read lead nowhere that is not there."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.imports import ROOT

LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def pages() -> Iterator[Path]:
    """What is written for people."""
    yield from (ROOT / name for name in ("README.md", "CHANGELOG.md"))
    yield from sorted((ROOT / "docs").glob("*.md"))


def headings(page: Path) -> set[str]:
    """The anchors of a page, as forges make them of its headings."""
    text = CODE.sub(lambda code: code[0].strip("`"), page.read_text(encoding="utf-8"))
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_every_link_leads_to_a_file_and_its_heading() -> None:
    lost = []
    for page in pages():
        for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
            path, _, heading = link.partition("#")
            if ":" in path:
                continue  # out into the world
            target = page.parent / path if path else page
            if not target.exists() or (heading and heading not in headings(target)):
                lost.append(f"{page.relative_to(ROOT)}: {link}")
    assert not lost
