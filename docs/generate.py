# ruff: noqa: INP001 - a script beside the pages that it writes, no package
"""Write the generated pages of docs/ again: `make docs`."""

from pathlib import Path

from server.http.describing.administration import administration_page
from server.http.describing.protocol import protocol_page

DOCS = Path(__file__).parent
PAGES = {"protocol.md": protocol_page, "administration.md": administration_page}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
