"""A paper as data: its equations, the robot they are of and the notation they are in."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from torsor.errors import RobotError, TextError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.load import read_text
from torsor.formats.toml.reader import table_of

LARGEST = 4_000_000
PAPER = (
    "title", "source", "robot", "notation", "note", "payload", "abbreviations", "equation",
    "unchecked",
)  # fmt: skip
EQUATION = ("label", "target", "latex", "name", "excerpt", "note")
UNCHECKED = ("label", "latex", "reason", "note")
TEXTS = (".md", ".markdown", ".rst", ".txt", ".ltx", ".m", ".py", ".c", ".h", ".cpp", ".cc", ".hpp")
"""Texts that are no papers by themselves: they need a robot beside them."""

UNUSED = "a definition that no judged equation uses, or no equation of the dynamics"
"""Why a text's equation was not judged, though there is nothing amiss with it."""


@dataclass(frozen=True)
class Equation:
    """A printed equation: its label, what it speaks of, and its LaTeX.

    ``name`` is the LaTeX that the paper writes for the target where that is no single symbol.
    """

    label: str
    target: str
    latex: str
    excerpt: bool = False
    note: str = ""
    name: str = ""


@dataclass(frozen=True)
class Unchecked:
    """An equation that cannot be checked, and why; where it could not be read, also the place."""

    label: str
    reason: str
    latex: str = ""
    place: tuple[int, int] | None = None
    """Line and column in the equation's LaTeX; of what has no target, in its .tex file."""


@dataclass(frozen=True)
class Paper:
    """A publication's equations, the robot they are of and the notation they are in."""

    name: str
    title: str
    source: str
    robot: str
    notation: str
    equations: tuple[Equation, ...]
    unchecked: tuple[Unchecked, ...] = ()
    abbreviations: tuple[tuple[str, str], ...] = ()
    note: str = ""
    payload: str = ""
    unread: tuple[Unchecked, ...] = ()
    """What a .tex file prints among its equations and cannot be read as one of them."""
    folder: str = ""
    """Where the paths that it names begin: that of its file."""


PaperLike = Annotated[
    Paper | str | os.PathLike[str], "a paper, the name of one, or the path of a .toml or .tex file"
]


def paper_names() -> tuple[str, ...]:
    """The papers that come with Torsor."""
    folder = resources.files("torsor.library") / "papers"
    names = (f.name for f in folder.iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


def load_paper(name: str) -> Paper:
    """A paper by its library name, or from the path of a .toml or .tex file."""
    if name in paper_names():
        return _built_in(name)
    path = Path(name)
    if name.endswith(".toml"):
        try:
            found = read_paper(read_text(path, LARGEST), path.stem)
        except TorsorError as error:
            raise type(error)(_once(str(path), str(error))) from None
        return replace(found, folder=str(path.parent))
    if name.endswith(".tex"):
        from torsor.referee.tex_paper import read_tex

        return replace(read_tex(read_text(path, LARGEST), path.stem), folder=str(path.parent))
    if path.suffix.lower() in TEXTS:
        read_text(path, LARGEST)
        raise TextError(f"{name} is read with a robot: torsor check {name} --robot ROBOT")
    names = paper_names()
    raise UnknownNameError(
        f"no paper is called {shown(name)}; there are {', '.join(names)}, or the path of a .toml "
        f"or .tex file{suggestion(name, names)}"
    )


def _once(path: str, sentence: str) -> str:
    return sentence if sentence.startswith(path) else f"{path}: {sentence}"


@lru_cache(maxsize=16)
def _built_in(name: str) -> Paper:
    folder = resources.files("torsor.library") / "papers"
    return read_paper((folder / f"{name}.toml").read_text("utf-8"), name)


def read_paper(text: str, name: str) -> Paper:
    """A paper from its TOML text."""
    table = table_of(text)
    _known(table, PAPER, "the paper")
    for key in ("robot", "equation"):
        if key not in table:
            raise RobotError(f"the paper has no {key}")
    equations = []
    for i, row in enumerate(_rows(table, "equation", EQUATION), 1):
        for key in ("label", "target", "latex"):
            if not isinstance(row.get(key), str):
                raise TextError(f"equation {i}: expected {key}, a text")
        note, alias = (str(row.get(key, "")) for key in ("note", "name"))
        excerpt = bool(row.get("excerpt", False))
        equations.append(Equation(row["label"], row["target"], row["latex"], excerpt, note, alias))
    unchecked = [
        Unchecked(str(row.get("label", i)), str(row.get("reason", "")), str(row.get("latex", "")))
        for i, row in enumerate(_rows(table, "unchecked", UNCHECKED), 1)
    ]
    abbreviations = table.get("abbreviations", {})
    if not isinstance(abbreviations, Mapping):
        raise TextError("abbreviations: expected a table of LaTeX texts")
    source, notation, note, payload = (
        str(table.get(key, "")) for key in ("source", "notation", "note", "payload")
    )
    return Paper(
        name, str(table.get("title", name)), source, str(table["robot"]), notation,
        tuple(equations), tuple(unchecked),
        tuple((str(k), str(v)) for k, v in abbreviations.items()), note, payload,
    )  # fmt: skip


def _known(row: Any, keys: tuple[str, ...], place: str) -> None:
    if not isinstance(row, Mapping):
        raise TextError(f"{place}: expected a table with {', '.join(keys)}")
    for key in row:
        if key not in keys:
            raise UnknownNameError(f"{place}: unknown key {shown(key)}{suggestion(key, keys)}")


def _rows(table: Mapping[str, Any], name: str, keys: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The tables of a list, each with none but known keys."""
    rows = table.get(name, [])
    if not isinstance(rows, list):
        raise TextError(f"{name}: expected a list of tables")
    for i, row in enumerate(rows, 1):
        _known(row, keys, f"{name} {i}")
        yield row
