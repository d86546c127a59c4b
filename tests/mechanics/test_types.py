"""What a type checker knows of a derivation: over which scalar it runs, and what it gives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CLIENT = """\
from typing import assert_type
from flint import arb
from torsor.algebra.expression import Expression
from torsor.algebra.scalars.balls import Ball, BallScalars
from torsor.algebra.scalars.floats import Float, FloatScalars
from torsor.formats.load import load
from torsor.mechanics.chain import Chain, chain_of
from torsor.mechanics.newton_euler import newton_euler
from torsor.model import Model
from torsor.spatial.vectors import Matrix, Vector

robot = load("planar2r")
model = Model(robot)
assert_type(model.tau, Vector[Expression])
assert_type(model.tau[0], Expression)
assert_type(model.M, Matrix[Expression])
assert_type(model.M[0, 1], Expression)
assert_type(model.M[0], Vector[Expression])
assert_type(model.M[:, 0], Vector[Expression])
assert_type(model.M[:1, 1:], Matrix[Expression])
assert_type(model.M @ model.tau, Vector[Expression])
assert_type(model.C @ model.M.T, Matrix[Expression])
assert_type(2 * model.g, Vector[Expression])
assert_type(model.links[1].omega, Vector[Expression])
assert_type(model.tau[0].evaluate({"q1": 0.3, "q2": "30deg"}), float)

assert_type(chain_of(robot, FloatScalars({"q1": 0.3})), Chain[Float])
assert_type(newton_euler(chain_of(robot, BallScalars({"q1": arb(1)}))).tau, Vector[Ball])
"""

MISTAKES = {
    'model.tau + "1"': "[operator]",
    "model.M[0, 1, 2]": "[index]",
    "model.M @ 3": "[operator]",
    'model.tau[0] * "q1"': "[operator]",
    "model.tau[0].evaluate({1: 2.0})": "[dict-item]",
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """mypy's complaints about the client, with a mistake a line at its end."""
    pytest.importorskip("mypy")
    client = tmp_path_factory.mktemp("client") / "client.py"
    client.write_text(CLIENT + "".join(f"{line}\n" for line in MISTAKES))
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(client)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def test_derivations_tell_their_scalars_to_a_type_checker(said: list[str]) -> None:
    right = CLIENT.count("\n")
    assert not [line for line in said if int(line.split(":")[1]) <= right]


@pytest.mark.parametrize("line", MISTAKES)
def test_what_cannot_be_is_told_before_it_runs(said: list[str], line: str) -> None:
    number = CLIENT.count("\n") + 1 + list(MISTAKES).index(line)
    found = [text for text in said if int(text.split(":")[1]) == number]
    assert any(MISTAKES[line] in text for text in found)
