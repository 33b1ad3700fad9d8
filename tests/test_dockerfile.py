"""The image: what a linter would ask of the Dockerfile, and that CI builds the same."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

from server.config import Config
from tests.imports import ROOT

PINNED: Final = re.compile(r"[a-z./-]+:\d+(\.\d+)+-[a-z-]+( AS [a-z]+)?")


class Instruction(NamedTuple):
    word: str
    rest: str


def instructions() -> Iterator[Instruction]:
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield Instruction(word, " ".join(rest.split()))


def stages() -> list[list[Instruction]]:
    found: list[list[Instruction]] = []
    for instruction in instructions():
        if instruction.word == "FROM":
            found.append([])
        found[-1].append(instruction)
    return found


def rest_of(stage: list[Instruction], word: str) -> list[str]:
    return [instruction.rest for instruction in stage if instruction.word == word]


BUILD, IMAGE = stages()
CI: Final = (ROOT / ".ci" / "image").read_text()


def test_ci_runs_the_steps_of_the_build_word_for_word() -> None:
    steps = CI.partition("# The steps, word for word.\n")[2].splitlines()

    assert steps == rest_of(BUILD, "RUN")


def test_ci_builds_from_the_files_that_the_build_copies() -> None:
    copied = [name for rest in rest_of(BUILD, "COPY") for name in shlex.split(rest)[:-1]]
    (by_ci,) = re.findall(r"^COPIED=\((.*)\)$", CI, re.MULTILINE)

    assert sorted(copied) == sorted(by_ci.split())
    assert all((ROOT / name).exists() for name in copied)


def test_what_the_build_copies_is_not_ignored() -> None:
    kept = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }

    assert kept == {name for rest in rest_of(BUILD, "COPY") for name in shlex.split(rest)[:-1]}


def test_every_package_of_the_distribution_is_copied() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = project["tool"]["setuptools"]["packages"]["find"]["include"]

    assert set(packages) >= {"game", "platforms", "server", "bots"}
    for package in packages:
        name = package.partition(".")[0]
        assert f"{name} {name}" in rest_of(BUILD, "COPY")


@pytest.mark.parametrize("stage", [BUILD, IMAGE], ids=["build", "image"])
def test_the_base_is_pinned_and_nothing_comes_from_elsewhere(stage: list[Instruction]) -> None:
    (base,) = rest_of(stage, "FROM")

    assert PINNED.fullmatch(base)
    assert not rest_of(stage, "ADD")
    assert not any("sudo" in step or "apt" in step for step in rest_of(stage, "RUN"))
    assert all("--no-cache-dir" in step for step in rest_of(stage, "RUN") if " pip " in step)
    assert all(folder.startswith("/") for folder in rest_of(stage, "WORKDIR"))


def test_both_stages_have_the_same_base() -> None:
    assert rest_of(BUILD, "FROM")[0] == f"{rest_of(IMAGE, 'FROM')[0]} AS build"


def test_every_process_runs_without_privileges() -> None:
    (made,) = rest_of(IMAGE, "RUN")
    (user,) = rest_of(IMAGE, "USER")

    assert user.isdecimal()
    assert int(user) > 0
    assert f"--uid {user} " in made
    after = [instruction.word for instruction in IMAGE]
    assert after.index("USER") > after.index("COPY")


def test_the_image_is_the_command_line() -> None:
    assert json.loads(rest_of(IMAGE, "ENTRYPOINT")[0]) == ["nardy"]
    assert json.loads(rest_of(IMAGE, "CMD")[0]) == ["serve"]


def test_the_health_check_asks_where_the_service_listens() -> None:
    (check,) = rest_of(IMAGE, "HEALTHCHECK")
    (environment,) = (rest for rest in rest_of(IMAGE, "ENV") if "NARDY_" in rest)
    (port,) = rest_of(IMAGE, "EXPOSE")

    program = json.loads(check.partition(" CMD ")[2])
    assert f"http://127.0.0.1:{port}/healthz" in program[-1]
    assert f"NARDY_LISTEN=0.0.0.0:{port}" in environment


def test_the_image_sets_only_variables_that_exist() -> None:
    names = [
        name for rest in rest_of(IMAGE, "ENV") for name in re.findall(r"NARDY_([A-Z_]+)=", rest)
    ]

    assert {name.lower() for name in names} <= set(Config.model_fields)
