"""The numbers that come with a robot, each with its unit and its source."""

from __future__ import annotations

from itertools import groupby

from torsor.algebra.formula import Formula
from torsor.document.blocks import Block, Items, Paragraph, Symbol, Table, Text
from torsor.formats.toml.values import value_text
from torsor.reporting.composer import Composer
from torsor.reporting.meanings import typeset_unit
from torsor.robot.meanings import unit_of


def typeset_number(value: Formula | str) -> str:
    """A number with the signs of print: -90deg as −90°."""
    return str(value).replace("deg", "°").replace("*°", "°").replace("-", "−")


def values(c: Composer) -> list[Block]:
    """The numbers that come with the robot, by source."""
    robot = c.model.robot
    if not robot.values:
        return []
    known = set(c.model.ring.symbols) | set(c.model.ring.angles)
    sources: list[Text] = []
    cells: list[tuple[Text, ...]] = []
    given = [g for g in robot.values if g.name in known]
    for k, (source, group) in enumerate(groupby(given, key=lambda g: g.source), 1):
        sources.append((f"[{k}] {source or 'no source is given'}",))
        for entry in group:
            c.writer.atoms[entry.name] = None
            shown = value_text(entry.value)
            if c.notation.sign(entry.name) < 0 and shown != "0":
                shown = shown.removeprefix("-") if shown.startswith("-") else f"-{shown}"
            symbol = Symbol((c.writer.speller.glyph(entry.name),))
            cells.append(((symbol,), (typeset_number(shown),),
                          (typeset_unit(unit_of(robot, entry.name)),), (f"[{k}]",)))  # fmt: skip
    if not cells:
        return []
    half = (len(cells) + 1) // 2
    empty: tuple[Text, ...] = (("",), ("",), ("",), ("",))
    right = [*cells[half:], *[empty] * (2 * half - len(cells))]
    rows = tuple((*a, *b) for a, b in zip(cells[:half], right, strict=True))
    head = ("Symbol", "Value", "Unit", "From") * 2
    table = Table(
        "Numbers of one specimen", tuple((text,) for text in head), rows,
        (0.12, 0.15, 0.13, 0.1) * 2, frozenset({1, 5}),
    )  # fmt: skip
    told = "The equations keep every parameter a symbol. Numbers are known for these:"
    return [Paragraph((told,), True), table, Items(tuple(sources))]
