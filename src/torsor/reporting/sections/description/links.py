"""The links and joints of a robot in tables: mass, mass centre, inertia, drives, limits, names."""

from __future__ import annotations

from fractions import Fraction
from math import degrees

from torsor.algebra.formula import Formula
from torsor.document.blocks import Block, Code, Run, Symbol, Table, Text
from torsor.notation.glyph import Glyph
from torsor.reporting.composer import Composer
from torsor.reporting.meanings import typeset_unit
from torsor.reporting.printed_numbers import print_number
from torsor.reporting.sections.description.formulas import listed, maths
from torsor.reporting.sections.description.numbers import link_table
from torsor.reporting.sections.description.reading import shorten
from torsor.robot.link import Drive, Link
from torsor.robot.meanings import DRIVES as UNITS

DRIVES = {"viscous": "viscous ", "coulomb": "dry ", "rotor": "rotor ", "ratio": "gear ",
          "spring": "spring ", "rest": "at rest "}  # fmt: skip
USUAL = {"ratio": "1"}


def link_tables(c: Composer) -> list[Block]:
    """Numbers in columns where most entries are numbers, else formulas in brackets."""
    links = c.model.robot.links
    entries = [e for link in links for e in _entries(link)]
    numbers = sum(not any(e.names()) for e in entries)
    plain = all(not any(e.names()) or e.head == "name" for e in entries)
    if c.measured and plain and 2 * numbers > len(entries):
        return [_numbers(c), *_drives(c)]
    return [_formulas(c)]


def _entries(link: Link) -> tuple[Formula, ...]:
    return (link.mass, *link.com, *link.inertia)


def _numbers(c: Composer) -> Table:
    rows = [
        (str(i), [_entry(c, e) for e in _entries(link)])
        for i, link in enumerate(c.model.robot.links, 1)
    ]
    axes = ("xx", "yy", "zz", "xy", "xz", "yz")
    head: list[Text] = [(Symbol((Glyph(letter),)),) for letter in "mxyz"]
    head += [(Symbol((Glyph("I", index),)),) for index in axes]
    told = "Links: mass m, mass centre x, y, z in the link's frame, inertia I about it"
    return link_table(told, head, rows)


def _entry(c: Composer, value: Formula) -> Fraction | Text:
    if value.constant is not None:
        return value.constant
    if any(value.names()):
        return (maths(c, value),)
    return Fraction(float(c.model.ring.parse(value).evaluate()))  # with roots of numbers


def _drives(c: Composer) -> list[Block]:
    """The drives of links whose other numbers stand in columns."""
    links = c.model.robot.links
    if not any(link.drive for link in links):
        return []
    rows = tuple(((str(i),), _drive(c, link.drive, i)) for i, link in enumerate(links, 1))
    head: tuple[Text, ...] = (("Link",), ("Drive",))
    return [Table("Drives: friction, rotors, gears and springs, in SI", head, rows, (0.1, 0.9))]


def _formulas(c: Composer) -> Table:
    robot = c.model.robot
    rows: list[tuple[Text, ...]] = []
    driven = any(link.drive for link in robot.links)
    for i, link in enumerate(robot.links, 1):
        xx, yy, zz, xy, xz, yz = link.inertia
        cells: tuple[Text, ...] = (
            (str(i),),
            (maths(c, link.mass),),
            listed(c, link.com) if link.mass else ("–",),
            listed(c, (xx, yy, zz)),
            listed(c, (xy, xz, yz)),
        )
        rows.append((*cells, _drive(c, link.drive, i)) if driven else cells)
    head = ["Link", "Mass", "Mass centre", "Moments (xx, yy, zz)", "Products (xy, xz, yz)"]
    widths = [0.08, 0.1, 0.24, 0.29, 0.29]
    if driven:
        head.append("Drive")
        widths = [0.07, 0.08, 0.2, 0.22, 0.22, 0.21]
    return Table(
        "Links: mass, mass centre in the link's frame, inertia about the mass centre",
        tuple((text,) for text in head), tuple(rows), tuple(widths),
    )  # fmt: skip


def _drive(c: Composer, drive: Drive, number: int) -> Text:
    """What a drive has; a number with its unit."""
    slides = c.model.robot.joints[number - 1].kind != "R"
    runs: list[Run] = []
    for key, word in DRIVES.items():
        value = getattr(drive, key)
        if str(value) != USUAL.get(key, "0"):
            unit = UNITS[key][1 + slides] if value.constant is not None else "1"
            told = "" if unit == "1" else f"\u00a0{typeset_unit(unit)}"
            runs += [", " if runs else "", word, maths(c, value), told]
    return tuple(runs) or ("–",)


def name_table(c: Composer) -> list[Block]:
    """The names that a file gives joints and links, and how far, fast and hard joints may go."""
    robot = c.model.robot
    named = any(joint.name for joint in robot.joints)
    if not (named or any(joint.limits for joint in robot.joints)):
        return []
    rows: list[tuple[Text, ...]] = []
    for i, (joint, link) in enumerate(zip(robot.joints, robot.links, strict=True), 1):
        turns = joint.kind == "R"
        lower, upper, velocity, effort = joint.limits.numbers
        units = ("rad/s", "N m") if turns else ("m/s", "N")
        reach = (
            "–"
            if lower is None or upper is None
            else (f"{_way(lower, turns)} … {_way(upper, turns)}")
        )
        bounds = [f"{print_number(e, 5)}\u00a0{unit}" if e is not None else "–"
                  for e, unit in zip((velocity, effort), units, strict=True)]  # fmt: skip
        names: list[Text] = [(Code(shorten(n)) if n else "–",) for n in (joint.name, link.name)]
        rows.append(((str(i),), *(names if named else ()), (reach,), *((b,) for b in bounds)))
    head = (
        ["", "Joint", "Link", "Reach", "Speed", "Force"]
        if named
        else ["Joint", "Reach", "Speed", "Force"]
    )
    widths = (0.05, 0.23, 0.23, 0.19, 0.16, 0.14) if named else (0.1, 0.34, 0.28, 0.28)
    caption = "Names and limits of the file" if named else "Limits of the joints"
    return [Table(f"{caption}; limits are no part of the equations",
                  tuple((text,) for text in head), tuple(rows), widths)]  # fmt: skip


def _way(bound: Fraction, turns: bool) -> str:
    """A bound of a joint's way, an angle in degrees."""
    if turns:
        return f"{print_number(Fraction(degrees(float(bound))), 4)}°"
    return f"{print_number(bound, 4)}\u00a0m"
