"""The core runs without NumPy, as it does in a browser: derive, check, verify, equations."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BLOCKED = "import sys; sys.modules['numpy'] = None; sys.modules['pinocchio'] = None\n"

LIBRARY = """
import torsor
model = torsor.derive("rttrr")
assert model.M.shape == (5, 5)
values = {n: 0.5 for t in model.tau for n in t.symbols()}
assert all(isinstance(t.evaluate(values), float) for t in model.tau)
certificate = torsor.verify("planar2r")
assert certificate.checks and all(c.holds for c in certificate.checks)
assert torsor.check("trtrr").equations
assert "<table" in torsor.load("rttrr")._repr_html_()
"""

COMMANDS = {
    "derive": ["derive", "rttrr"],
    "derive to LaTeX": ["derive", "rttrr", "--format", "latex"],
    "check": ["check", "trtrr"],
    "verify": ["verify", "planar2r"],
    "show": ["show", "rttrr"],
    "list": ["list"],
}


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + code], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def command(arguments: list[str]) -> str:
    return run(f"sys.argv = ['torsor', *{arguments!r}]\nfrom torsor.cli.main import main\nmain()\n")


def test_the_library_derives_checks_and_verifies() -> None:
    run(LIBRARY)


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_a_command_answers(arguments: list[str]) -> None:
    assert command(arguments)


def test_numbers_come_from_the_closed_form(tmp_path: Path) -> None:
    names = ("q1", "q2", "dq1", "dq2", "ddq1", "ddq2", "l1", "l2", "g", "m1", "m2")
    more = [f"{n}{i}" for i in (1, 2) for n in ("rx", "ry", "rz", "Ixx", "Iyy", "Izz")]
    more += [f"I{e}{i}" for i in (1, 2) for e in ("xy", "xz", "yz")]
    load = ("fx", "fy", "fz", "nx", "ny", "nz")
    file = tmp_path / "values.json"
    file.write_text(json.dumps(dict.fromkeys((*names, *more, *load), 0.5)))
    told = json.loads(command(["eval", "planar2r", "--values", str(file), "--json"]))
    assert len(told["tau"]) == 2
