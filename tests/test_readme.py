"""What the front page shows is so."""

import doctest
import re
import textwrap

from tests.imports import ROOT


def test_the_example_of_the_front_page_runs() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    session = "\n".join(map(textwrap.dedent, blocks))
    runner = doctest.DocTestRunner()

    ran = runner.run(doctest.DocTestParser().get_doctest(session, {}, "README.md", None, 0))

    assert ran.attempted
    assert not ran.failed
