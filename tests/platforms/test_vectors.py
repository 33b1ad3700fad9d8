"""No vector goes without a test."""

from pathlib import Path

from tests.platforms.vectors import ALL


def test_every_kind_of_vector_is_taken_up_by_a_test() -> None:
    tests = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]

    untested = {v["kind"] for v in ALL if not any(f'"{v["kind"]}"' in text for text in tests)}

    assert untested == set()


def test_every_vector_has_a_name_of_its_own() -> None:
    assert len({vector["id"] for vector in ALL}) == len(ALL) == 401
