"""Generated code compiled and run for real: one function for each language."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from torsor import Robot, load
from torsor.program.functions.catalogue import USUAL, list_functions
from torsor.program.targets.shared.package import Package, build_package

STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic")
RUST = Path.home() / ".cargo" / "bin"


def tool(*names: str) -> str:
    """Where a compiler or interpreter is; without it a test is skipped, unless that is barred."""
    for name in names:
        found = shutil.which(name) or shutil.which(name, path=str(RUST))
        if found:
            return found
    if os.environ.get("TORSOR_SKIP") == "nothing":
        pytest.fail(f"{names[0]} is not installed, and nothing may be skipped")
    pytest.skip(f"{names[0]} is not installed")


def done(*command: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command that has run in a folder."""
    return subprocess.run(
        [str(c) for c in command], cwd=folder, capture_output=True, text=True, check=False,
        timeout=120,
    )  # fmt: skip


def must(*command: object, folder: Path) -> str:
    """What a command prints; it has to succeed and to have nothing to complain of."""
    result = done(*command, folder=folder)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def built(language: str, folder: Path) -> list[object]:
    """Compile the self-test in a folder, warnings being errors; the command that runs it."""
    if language == "c":
        sources = sorted(folder.glob("*.c"))
        must(tool("gcc"), "-std=c99", *STRICT, *sources, "-lm", "-o", "run", folder=folder)
        return [folder / "run"]
    if language == "cpp":
        must(tool("g++"), "-std=c++17", *STRICT, "selftest.cpp", "-o", "run", folder=folder)
        return [folder / "run"]
    if language == "cuda":  # its kernels as loops; nvcc has a test of its own
        source = ("-x", "c++", "selftest.cu")
        must(tool("g++"), "-std=c++17", *STRICT, *source, "-o", "run", folder=folder)
        return [folder / "run"]
    if language == "rust":
        name = (folder / "Cargo.toml").read_text().split('name = "')[1].split('"')[0]
        common = ("--edition=2021", "-D", "warnings", "-C", "debuginfo=2")  # as cargo builds
        rustc = tool("rustc")
        crate = ("--crate-type=lib", "--crate-name", name, "--cfg", 'feature="std"')
        must(rustc, *common, *crate, "src/lib.rs", "-o", f"lib{name}.rlib", folder=folder)
        test = ("--test", "tests/selftest.rs", "--extern", f"{name}=lib{name}.rlib", "-o", "run")
        must(rustc, *common, *test, folder=folder)
        return [folder / "run"]
    if language == "python":
        return [sys.executable, "-W", "error", "selftest.py"]
    if language == "matlab":
        return [tool("octave-cli", "octave"), "--no-gui", "--quiet", "--no-init-file", "selftest.m"]
    return [tool("node"), "selftest.mjs"]


def passes(language: str, folder: Path) -> bool:
    """Whether the self-test of a folder passes."""
    return done(*built(language, folder), folder=folder).returncode == 0


def put(files: dict[str, str], folder: Path) -> Path:
    """Write files as they are."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def written(language: str, made: Package, folder: Path) -> Path:
    """A package's files in a language."""
    return put(import_module(f"torsor.program.targets.{language}").files(made), folder)


COUPLED = {
    "name": "coupled",
    "joint": [
        {"kind": "R", "axis": "z", "moves": "q1 + q2"},
        {"kind": "R", "axis": "x", "offset": ["l1", 0, 0], "moves": "q1 - q2"},
        {"kind": "T", "axis": "z", "offset": [0, "l2", 0], "moves": "q3"},
    ],
    "tool": {"offset": [0, 0, "l3"]},
}


TILTED = {
    "name": "tilted",
    "joint": [
        {"kind": "RTRRR"[k], "axis": "zyxzy"[k], "offset": [f"l{k + 1}", 0, "1/3"],
         "rotation": {"quaternion": [3, k + 1, "-1/7", 2]}}
        for k in range(5)
    ],
}  # fmt: skip
"""Rotations by rational quaternions, as files of numbers bring them."""


def _with(name: str, *drives: str) -> Robot:
    robot = load(name)
    for what in drives:
        robot = robot.with_drives(what)
    return robot


ROBOTS = {
    "puma560": lambda: load("puma560").with_payload("none"),
    "rttrr": lambda: load("rttrr").with_payload("wrench"),
    "scara": lambda: load("scara").with_payload("wrench", "base"),
    "planar2r": lambda: load("planar2r").with_payload("body"),
    "trtrr": lambda: load("trtrr").with_payload("weight"),
    "stanford": lambda: load("stanford").with_payload("none"),
    "driven": lambda: _with("3r", "friction", "springs", "rotors").with_payload("none"),
    "coupled": lambda: load(COUPLED).with_payload("none"),
    "tilted": lambda: load(TILTED).with_payload("body"),
    "cartesian": lambda: load("cartesian").with_payload("none"),
    "bodies": lambda: load("rv1a-paper"),
}
"""Robots that differ in what generated code has to be able to do."""


@cache
def ready(robot: str) -> Robot:
    """A robot of the table, its hypotheses applied."""
    return ROBOTS[robot]()


@cache
def packaged(robot: str, everything: bool = False) -> Package:
    """A robot of the table with the usual functions, or with all of them."""
    names = list_functions(ready(robot)) if everything else USUAL
    return build_package(ready(robot), names, {})
