"""A robot as it is described, and how its equations are to look."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Effect = Literal[
    "inertial", "Coriolis", "centrifugal", "gravity", "payload", "friction", "spring", "other"
]
Kind = Literal["", "name", "line", "word", "toml", "urdf", "mjcf"]
Form = Literal["tau", "matrices", "steps", "energies", "base"]


class Description(TypedDict):
    """A robot as it is described: enough to make it again, anywhere. It is what a link holds."""

    text: str
    """A library name, an ETS line, a structure word, TOML, URDF or MJCF."""
    kind: NotRequired[Kind]
    """What the text is; nothing lets the engine tell."""
    axes: NotRequired[str]
    """The axes of a structure word: ``zzyzy``."""
    hypotheses: NotRequired[list[str] | None]
    """Exactly these; null or left out: those that the description declares."""
    payload: NotRequired[str]
    """``wrench``, ``wrench-base``, ``body``, ``weight``, ``none``; nothing as described."""
    drives: NotRequired[list[str]]
    """Any of ``friction``, ``rotors``, ``springs``, at every joint."""
    tip: NotRequired[str]
    """The link of a URDF up to which it is read."""
    symbolic: NotRequired[list[str]]
    """Any of ``inertias``, ``lengths``: symbols in the place of a file's numbers."""
    numbers: NotRequired[dict[str, str]]
    """Numbers that stand in the equations in the place of symbols, as typed: ``"0.35"``."""


class Style(TypedDict):
    """How equations are to look; all may be left out."""

    notation: NotRequired[str]
    """Nothing is the robot's own."""
    shorter: NotRequired[list[str]]
    """Any of ``catalogue.shorter``."""
    collect: NotRequired[str]
    """One of ``catalogue.collect``, or nothing."""
    intermediates: NotRequired[bool]
