"""Every regular expression of the package, on long runs of hostile characters: none is slow."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from itertools import product
from pathlib import Path
from time import process_time

import pytest

import torsor
from torsor.errors import TorsorError
from torsor.formats.cad.mass_properties import LARGEST, PROGRAMS, read_mass_properties
from torsor.formats.cad.table import read_csv
from torsor.formats.cad.units import inertia_unit

LONG = 20_000
RUNS = [
    " ", "\t", "\n", "0", "1", ".", "-", "(", ")", "[", "=", ",", "a", "x", "_", "2", "²", "e",
    "Mass", "Ixx", "Mass(", "Inertia", "Volume ", "X = ", "line ", "CenterOfMass", "( ", ") ",
    "1.", "1e", "\\\\ ", "%", "q1",
]  # fmt: skip
HEADS = ["", "Mass =", "X = 1", "Ixx = (", "a (", "( ", "2", "tau["]


def patterns() -> dict[str, re.Pattern[str]]:
    """Compiled patterns of all modules, and those that stand in a call of ``re``."""
    found: dict[str, re.Pattern[str]] = {}
    for module in pkgutil.walk_packages(torsor.__path__, "torsor."):
        try:
            loaded = importlib.import_module(module.name)
        except ModuleNotFoundError as error:  # PyTorch and JAX are met, never asked for
            assert (error.name or "").partition(".")[0] in ("torch", "jax"), error
            continue
        for name, value in vars(loaded).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                found[f"{module.name}.{name}"] = value
        tree = ast.parse(Path(loaded.__file__ or "").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                called, first = node.func, node.args[0]
                if isinstance(called.value, ast.Name) and called.value.id == "re":
                    if isinstance(first, ast.Constant) and isinstance(first.value, str):
                        found[f"{module.name}:{node.lineno}"] = re.compile(first.value)
    return {name: pattern for pattern, name in {p: n for n, p in found.items()}.items()}


PATTERNS = patterns()


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_is_slow_on_a_long_run(name: str) -> None:
    """Of 600 letters a search in quadratic time takes milliseconds, one in cubic time seconds."""
    assert len(PATTERNS) > 30
    pattern = PATTERNS[name]
    for head, run in product(HEADS, RUNS):
        text = head + run * (600 // len(run)) + "!"
        start = process_time()
        pattern.search(text)
        pattern.fullmatch(text)
        assert process_time() - start < 0.2, text[:20]


@pytest.mark.parametrize("run", RUNS)
def test_cad_readers_are_quick_on_long_runs(run: str) -> None:
    """As long as a text may be, behind every word that a reader looks for."""
    start = process_time()
    lines = [
        "Mass = 1 grams",
        "Center of mass: ( millimeters )",
        "Moments of inertia: ( " + run * 900 + " )",
    ]
    for program, head in product(
        PROGRAMS, ["", "Mass", "Mass =", "( ", "MatrixOfInertia = ", "CenterOfMass"]
    ):
        text = "\n".join([*lines, head + run * (LONG // len(run))])
        for body in (
            text,
            "\n".join(lines + [head + run * 100] * 50),
            (head + run * 3 + "\n") * 2000,
        ):
            with pytest.raises(TorsorError):
                read_mass_properties(body[:LARGEST], program)
    with pytest.raises(TorsorError):
        inertia_unit("2" + run * LONG + "x")
    with pytest.raises(TorsorError):
        read_csv("a" + run.replace("\n", " ") * LONG + "!\n1\n")
    assert process_time() - start < 10.0
