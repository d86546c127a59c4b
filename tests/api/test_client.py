"""A user's editor knows the type of every public call, and is told of what is wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.api import client

import torsor

ROOT = Path(__file__).parents[2]
MISTAKES = {
    'torsor.derive(5)': "arg-type",
    'torsor.derive("scara", metod="lagrange")': "call-arg",
    'torsor.compile("scara").rnea': "attr-defined",
    'torsor.compile("scara").gravity()': "call-arg",
    'torsor.derive("scara").tau.inv': "attr-defined",
    'torsor.load("scara").fkine': "attr-defined",
    "torsor.derrive": "attr-defined",
    'torsor.draw("scara", workspace=True, posture={})': "call-overload",
}  # fmt: skip
"""What a type checker finds before the program runs, and by which of mypy's codes."""


def mypy(*files: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *files],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def test_the_clients_types_are_known(tmp_path: Path) -> None:
    wrong = tmp_path / "mistakes.py"
    wrong.write_text("import torsor\n" + "\n".join(MISTAKES) + "\n", "utf-8")
    told = mypy("tests/api/client.py", str(wrong))
    lines = [line for line in told.splitlines() if ": error:" in line]
    assert not [line for line in lines if "client.py" in line], told
    found = {int(m[1]): m[2] for m in re.finditer(r"mistakes\.py:(\d+): error: .*\[(.*)\]", told)}
    assert [found.get(k, "") for k in range(2, 2 + len(MISTAKES))] == [*MISTAKES.values()], told


def test_the_client_runs(tmp_path: Path) -> None:
    client.main(tmp_path)


def test_the_client_calls_every_public_name() -> None:
    text = Path(client.__file__).read_text("utf-8")
    assert not [n for n in torsor.__all__ if f"torsor.{n}" not in text]
