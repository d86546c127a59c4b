"""Every target is compiled and run, and its results are those of the exact closed form."""

from __future__ import annotations

import re

import pytest
from tests.program.targets.running import (
    ROBOTS,
    built,
    done,
    packaged,
    passes,
    put,
    written,
)

from torsor.program.targets import TARGETS, write_code

LANGUAGES = list(TARGETS)
SOURCES = {
    "c": "planar_2r.c",
    "cpp": "planar_2r.hpp",
    "rust": "src/lib.rs",
    "python": "planar_2r.py",
    "matlab": "planar_2r_inverse_dynamics.m",
    "javascript": "planar_2r.mjs",
    "cuda": "planar_2r.cuh",
}
VALUES = {
    "m1": 2, "m2": "1.5", "l1": 0.5, "rx1": 0.25, "ry1": 0, "rx2": "1/3", "ry2": 0.01,
    "Izz1": 0.1, "Izz2": 0.05, "g": 9.81,
}  # fmt: skip


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_self_test_passes(language, robot, tmp_path):
    made = packaged(robot)
    folder = written(language, made, tmp_path)
    result = done(*built(language, folder), folder=folder)
    assert result.returncode == 0, result.stdout + result.stderr
    checks = len(made.cases.checks)
    assert checks == 3 * len(made.programs)
    said = "1 passed; 0 failed" if language == "rust" else f"{checks} checks, 0 wrong"
    assert said in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_function_can_be_written(language, tmp_path):
    assert passes(language, written(language, packaged("driven", True), tmp_path))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_self_test_sees_a_single_wrong_sign(language, tmp_path):
    folder = written(language, packaged("planar2r"), tmp_path)
    source = folder / SOURCES[language]
    right = source.read_text("utf-8")
    wrong = re.sub(r"(\bt\d+ = [^\n]*?) \+ ", r"\1 - ", right, count=1)
    assert wrong != right
    source.write_text(wrong, "utf-8")
    assert not passes(language, folder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_can_be_built_in(language, tmp_path):
    files = write_code("planar2r", language, VALUES)
    assert not any("setup" in text.replace("set-up", "") for text in _sources(files))
    assert passes(language, put(files, tmp_path))


@pytest.mark.parametrize("language", ["c", "rust"])
def test_some_numbers_can_be_built_in_and_others_given(language, tmp_path):
    files = write_code("planar2r", language, {"g": "9.81", "ry1": 0, "ry2": 0})
    assert passes(language, put(files, tmp_path))


def _sources(files):
    return [text for name, text in files.items() if "selftest" in name or "planar" in name]


def test_a_chain_beyond_the_closed_form_is_checked_over_intervals(tmp_path):
    chain = " ".join(f"R{'zxy'[i % 3]}(q{i}) t{'xyz'[i % 3]}(l{i})" for i in range(1, 11))
    files = write_code(chain, "python", functions=["inverse_dynamics"])
    assert "intervals of 60 digits" in files["selftest.py"]
    assert passes("python", put(files, tmp_path))
