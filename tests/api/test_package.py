"""The package lists its names once, knows their types, and imports nothing before it is asked."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import torsor
from torsor.cli.commands import app

STUB = Path(torsor.__file__).with_suffix(".pyi")
LATER = {"list": "library_names", "show": "load", "eval": "evaluate"}
"""Commands whose function has another name; what ``show`` tells, a robot has."""


def test_the_stub_has_the_names_of_the_package_and_no_others() -> None:
    told = set()
    for node in ast.parse(STUB.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            told |= {(node.module, alias.asname) for alias in node.names}
    rooms = {("torsor", room) for room in torsor.ROOMS}
    homes = {(module, name) for name, module in torsor.HOMES.items()}
    assert told == rooms | homes | {("torsor.errors", "TorsorError")}


@pytest.mark.parametrize("name", [n for n in torsor.__all__ if not n.startswith("__")])
def test_every_name_is_there_and_is_no_module_too(name: str) -> None:
    assert getattr(torsor, name).__doc__
    with pytest.raises(ImportError):
        __import__(f"torsor.{name}")


def test_every_command_is_a_function() -> None:
    commands = {command.name for command in app.registered_commands} - {"demo", "studio"}
    assert {LATER.get(str(name), name) for name in commands} <= set(torsor.__all__)


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, torsor; dir(torsor); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "flint", "sympy", "scipy", "llvmlite", "matplotlib", "lark", "typer", "rich"}
    assert not heavy & set(done.stdout.split())


def test_rooms_are_reached_through_the_package() -> None:
    assert torsor.drawing.scheme("planar2r").marks
    assert torsor.reporting.SECTIONS and torsor.equations.latex and torsor.notation.Notation
