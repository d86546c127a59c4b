"""Equations by windows: counts and structure first, then lines, terms and where they come from."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from torsor.studio.protocol.description import Description, Effect, Form, Style


class EquationsQuestion(TypedDict):
    """``equations``: counts and structure of a form, and its first lines.

    ``against`` is the robot under other hypotheses: terms that it does not have are ``gone``.
    """

    robot: Description
    form: Form
    style: NotRequired[Style]
    against: NotRequired[Description | None]
    room: NotRequired[float]
    """Ems that a line may be wide; 60 if left out."""
    first: NotRequired[int]
    """How many of the first lines are wanted at once; 12 if left out."""


class BlockRow(TypedDict):
    """Terms of an equation that belong together; its lines are asked for by its id.

    A short equation is one block; a long one has a block for each effect and what moves in it.
    """

    id: str
    effect: Effect | Literal[""]
    """Nothing where effects are mixed."""
    motion: str
    """MathML of what moves in all its terms, q̈₁ or q̇₁q̇₂; nothing where that is mixed."""
    terms: int
    gone: int


class EquationRow(TypedDict):
    """An equation: its left side and what it is made of."""

    id: str
    """``tau[1]``, ``M[1,2]``, ``a_C[3].x``: by it are lines asked for and ``why``."""
    left: str
    """MathML of the left-hand side, without the equals sign."""
    text: str
    """The same as plain text."""
    terms: int
    gone: int
    effects: dict[Effect, int]
    """How many terms of each effect; empty where no effect can be told (energies, steps)."""
    traceable: bool
    """Whether ``why`` can be asked of its terms."""
    blocks: list[BlockRow]


class SectionRow(TypedDict):
    """A heading and its equations."""

    title: str
    equations: list[EquationRow]


class Run(TypedDict):
    """A term, or a part of one between which lines may break: what is coloured and clicked."""

    mathml: str
    term: str
    """By this is ``why`` asked; nothing where it cannot be. Runs of one term share it."""
    effect: Effect | Literal[""]
    links: list[int]
    """Whose mass or inertia brings it; 0 is the load."""
    names: list[str]
    """The symbols in it, by which they are looked up in ``Robot.symbols``."""
    gone: bool
    """Whether the other hypotheses take it away."""
    found: bool
    """Whether it has what was searched for."""


class Line(TypedDict):
    """A line of a block: runs side by side; ``nodes`` counts its MathML elements."""

    number: int
    nodes: int
    runs: list[Run]


class LinesQuestion(TypedDict):
    """``lines``: some lines of a block, counted from 0."""

    robot: Description
    form: Form
    style: NotRequired[Style]
    against: NotRequired[Description | None]
    room: NotRequired[float]
    equation: str
    block: str
    start: int
    count: int
    """At most 200."""
    search: NotRequired[str]


class Lines(TypedDict):
    """The lines, and how many the block has in all at this width."""

    equation: str
    block: str
    total: int
    lines: list[Line]


class Equations(TypedDict):
    """The structure of a form, with the first lines already."""

    robot: str
    form: Form
    method: str
    notation: str
    terms: int
    gone: int
    sections: list[SectionRow]
    first: list[Lines]
    seconds: float
    """What the derivation took; near 0 where it was kept."""


class SearchQuestion(TypedDict):
    """``search``: where factors stand together, typed (``dq1*m5``) or as printed (``q̇₁ M₅``)."""

    robot: Description
    form: Form
    style: NotRequired[Style]
    room: NotRequired[float]
    equation: NotRequired[str]
    """Nothing searches all equations of the form."""
    term: str


class SearchHit(TypedDict):
    """A line with something found, at most 500 of them."""

    equation: str
    block: str
    line: int


class Found(TypedDict):
    """How many terms have all the factors, by equation, and the lines with them."""

    count: int
    by_equation: dict[str, int]
    hits: list[SearchHit]


class SizesQuestion(TypedDict):
    """``sizes``: how many terms every entry has, for a map."""

    robot: Description


class Sizes(TypedDict):
    """Counts of terms, row by row."""

    tau: list[int]
    M: list[list[int]]
    C: list[list[int]]
    g: list[int]


class WhyQuestion(TypedDict):
    """``why``: where a term comes from; ``equation`` and ``term`` as in a run, or as printed."""

    robot: Description
    equation: str
    term: str
    notation: NotRequired[str]


class Station(TypedDict):
    """A step on a term's way, as an equation: a_C of link 5 along y equals …"""

    step: str
    link: int
    left: str
    right: str
    text: str


class OriginRow(TypedDict):
    """Terms that came one way."""

    mathml: str
    text: str
    effect: str
    says: str
    """The effect in a phrase."""
    link: int
    by: list[str]
    """MathML of the symbols that bring it."""
    outward: list[Station]
    inward: list[Station]
    arrives: Station | None


class WhyAnswer(TypedDict):
    """The terms that contain what was asked, each with its way; at most ten are told."""

    equation: str
    asked: str
    count: int
    total: int
    origins: list[OriginRow]
