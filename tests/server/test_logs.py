"""Logs: for machines by default, for the person who started a demo by hand."""

import json
import os
import pty
import subprocess
import sys

PROGRAM = """
import structlog
from server.logs import log_to_stderr
log_to_stderr(readable=True)
structlog.get_logger().info("heard", who="VK")
"""


def test_a_person_at_a_terminal_reads_columns() -> None:
    ours, theirs = pty.openpty()
    subprocess.run([sys.executable, "-c", PROGRAM], stderr=theirs, check=True)
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        said = terminal.read(4096)

    assert said
    assert b"heard" in said
    assert not said.startswith(b"{")


def test_a_file_gets_lines_of_json_even_from_a_demo() -> None:
    said = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True).stderr

    assert json.loads(said)["who"] == "VK"
