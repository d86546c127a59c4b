"""The table of symbols: what each one that the report uses means, and its unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from torsor.algebra.formula import Formula
from torsor.equations.tree import split_index
from torsor.notation.glyph import Glyph
from torsor.reporting.blocks import Block, Heading, Paragraph, Run, Symbol, Table, Text
from torsor.reporting.composer import Composer
from torsor.reporting.meanings import FAMILIES, Meaning
from torsor.reporting.sections.recursion import PREFIX, step_of
from torsor.robot.robot import INERTIA, Frame, Link, Robot

JOINED: dict[tuple[Any, ...], tuple[Any, ...]] = {("mass",): ("parameter", "m")}
"""Families that stand in one row."""


@dataclass(frozen=True)
class Role:
    """What a parameter is: the family it is shown in, its meaning and its unit."""

    family: str
    meaning: str
    unit: str


def roles(robot: Robot) -> dict[str, Role]:
    """Every parameter of the robot by where its description has it; the first place counts."""
    found: dict[str, Role] = {}

    def told(value: Formula, family: str, meaning: str, unit: str) -> None:
        names = list(dict.fromkeys(value.names()))
        alone = len(names) == 1 or family == "length"
        for name in names:
            if alone:
                found.setdefault(name, Role(family, meaning, unit))
            else:
                found.setdefault(name, Role("", f"in {meaning}", unit))

    for value, family, meaning, unit in _places(robot):
        told(value, family, meaning, unit)
    return found


def _places(robot: Robot) -> Iterator[tuple[Formula, str, str, str]]:
    """Every formula of the description with what it is."""
    for i, joint in enumerate(robot.joints, 1):
        yield from _frame(joint.placement, f"frame {i}", f"frame {joint.parent}")
        if joint.moves is not None:
            yield joint.moves, "", f"the displacement of joint {i}", ""
    yield from _frame(robot.tool, "the tool", "the last frame")
    for entry in robot.gravity:
        yield entry, "gravity", "acceleration of gravity", "m/s²"
    for i, link in enumerate(robot.links, 1):
        yield from _link(link, f"link {i}", str(i))
        kind = robot.joints[i - 1].kind
        yield from _drive(link, i, kind)
    for i, body in enumerate(robot.bodies, 1):
        yield body.mass, "m" if str(body.mass) == f"m{i}" else "", f"mass of body {i}", "kg"
        for axes, entry in zip(INERTIA, body.inertia, strict=True):
            yield entry, "", f"{axes} entry of the inertia of body {i}", "kg m²"
        for entry in body.position:
            yield entry, "length", "length in the places of the mass centres", "m"
    load = robot.payload
    if load.kind == "wrench":
        for k, entry in enumerate(load.wrench):
            family, unit = ("payload f", "N") if k < 3 else ("payload n", "N m")
            what = "force" if k < 3 else "moment"
            yield entry, family, f"{'xyz'[k % 3]} component of the {what} on the load", unit
    elif load.body is not None:
        yield from _link(load.body, "the load", "p")


def _frame(frame: Frame, what: str, before: str) -> Iterator[tuple[Formula, str, str, str]]:
    for axis, entry in zip("xyz", frame.offset, strict=True):
        yield entry, "", f"distance along {axis} from {before} to {what}", "m"
    for turn in frame.rotation:
        if hasattr(turn, "angle"):
            yield turn.angle, "", f"constant angle in the placement of {what}", "rad"


def _link(link: Link, what: str, label: str) -> Iterator[tuple[Formula, str, str, str]]:
    """Mass, mass centre and inertia; the usual names form families."""
    usual = str(link.mass) == f"m{label}"
    yield link.mass, "m" if usual else "", f"mass of {what}", "kg"
    for axis, entry in zip("xyz", link.com, strict=True):
        family = f"r{axis}" if str(entry) == f"r{axis}{label}" else ""
        yield entry, family, f"{axis} coordinate of the mass centre of {what}", "m"
    for axes, entry in zip(INERTIA, link.inertia, strict=True):
        family = f"I{axes}" if str(entry) == f"I{axes}{label}" else ""
        yield entry, family, f"{axes} entry of the inertia of {what}", "kg m²"


def _drive(link: Link, i: int, kind: str) -> Iterator[tuple[Formula, str, str, str]]:
    drive, turns = link.drive, kind == "R"
    of = f"of joint {i}"
    yield drive.viscous, "", f"viscous friction {of}", "N m s/rad" if turns else "N s/m"
    yield drive.coulomb, "", f"dry friction {of}", "N m" if turns else "N"
    yield drive.rotor, "", f"inertia of the rotor {of}", "kg m²" if turns else "kg"
    yield drive.ratio, "", f"gear ratio {of}", "–"
    yield drive.spring, "", f"stiffness of the spring {of}", "N m/rad" if turns else "N/m"
    yield drive.rest, "", f"rest position of the spring {of}", "rad" if turns else "m"


def unit_of(robot: Robot, name: str) -> str:
    """The unit of a parameter."""
    role = roles(robot).get(name)
    return role.unit if role else ""


def symbols_section(c: Composer) -> tuple[list[Block], frozenset[Glyph]]:
    """The table of every symbol used, and the set of what it explains."""
    known = roles(c.model.robot)
    families: dict[tuple[Any, ...], dict[Glyph, None]] = {}
    meanings: dict[tuple[Any, ...], Meaning] = {}
    for atom in _reading_order(c):
        for key, meaning, glyph in _explained(c, atom, known):
            families.setdefault(key, {})[glyph] = None
            meanings.setdefault(key, meaning)
    for family, glyphs in c.symbols.items():
        key = family if family in FAMILIES else family[:1]
        key = JOINED.get(key, key)
        if key in FAMILIES:
            families.setdefault(key, {}).update(glyphs)
            meanings.setdefault(key, FAMILIES[key])
    order = sorted(families, key=lambda key: meanings[key].place)
    rows: list[tuple[Text, ...]] = []
    for key in order:
        meaning = meanings[key]
        rows.append((_glyphs(list(families[key])), (_flipped(c, key, meaning),), (meaning.unit,)))
    explained = frozenset(glyph for group in families.values() for glyph in group)
    told = "Vectors carry a bar; a vector's components carry the axis instead. Units are SI."
    table = Table(
        "Symbols", (("Symbol",), ("Meaning",), ("Unit",)), tuple(rows), (0.26, 0.58, 0.16)
    )
    heading = Heading("Symbols")
    blocks: list[Block] = [heading, table]
    if any(key[0] == "step" for key in families) and not c.notation.ascii:
        blocks = [heading, Paragraph((told,), True), table]
    return blocks, explained


def _reading_order(c: Composer) -> list[str]:
    return sorted(c.writer.atoms, key=lambda atom: (*split_index(atom)[::-1], atom))


def _explained(
    c: Composer, atom: str, known: dict[str, Role]
) -> Iterator[tuple[tuple[Any, ...], Meaning, Glyph]]:
    """The rows that an atom belongs to, with the glyphs that it is printed by."""
    if atom.startswith("sqrt("):
        return
    token = c.writer.speller.atom(atom, 1)
    if "(" in atom:
        yield from _called(c, atom, known)
        return
    glyph = token.glyph
    if glyph is None:
        return
    if atom.startswith(PREFIX):
        key: tuple[Any, ...] = ("step", step_of(atom)[0])
        yield key, FAMILIES[key], glyph
        return
    stem = atom.rstrip("0123456789")
    if stem in ("q", "dq", "ddq") and atom != stem:
        coordinate = atom[atom.index("q") :]
        kind = "T" if coordinate in c.writer.speller.slides else "R"
        key = (stem, kind)
        yield key, FAMILIES[key], glyph
    elif stem in ("sigma", "beta"):
        yield (stem,), FAMILIES[stem,], glyph
    elif atom in known:
        role = known[atom]
        key = ("parameter", role.family) if role.family else ("parameter", atom)
        common = FAMILIES.get(("parameter", role.family))
        yield key, common or Meaning(role.meaning, role.unit, _place(atom)), glyph
    else:
        yield ("parameter", atom), Meaning("parameter of the robot", "", 400), glyph


def _place(atom: str) -> float:
    """Further parameters in the order of their letters."""
    letters = enumerate(atom[:4], 1)
    return 200 + sum(ord(ch) * 1000.0**-k for k, ch in letters)


def _called(
    c: Composer, atom: str, known: dict[str, Role]
) -> Iterator[tuple[tuple[Any, ...], Meaning, Glyph]]:
    """Sines, cosines and signs, and the angles in them."""
    token = c.writer.speller.atom(atom, 1)
    if token.glyph is not None:
        function = atom.partition("(")[0]
        key: tuple[Any, ...] = ("sign",) if function == "sign" else ("trig", token.kind)
        yield key, FAMILIES[key], token.glyph
    from torsor.equations.shorter import linear

    argument = atom.partition("(")[2][:-1]
    for name in [argument] if atom.startswith("sign(") else linear(argument):
        yield from _explained(c, name, known)


def _flipped(c: Composer, key: tuple[Any, ...], meaning: Meaning) -> str:
    """The meaning, with the sign that a notation prints products of inertia with."""
    if len(key) == 2 and key[0] == "parameter" and key[1] in c.notation.negated:
        axes = key[1][1:]
        return f"product of inertia ∫{axes} dm of link i, about its mass centre"
    return meaning.text


def _glyphs(glyphs: list[Glyph]) -> Text:
    """All of a few symbols, the first and the last of many."""
    glyphs = _typical(glyphs)
    shown = glyphs if len(glyphs) <= 4 else [*glyphs[:2], None, glyphs[-1]]
    runs: list[Run] = []
    for k, glyph in enumerate(shown):
        runs.append(Symbol((glyph,)) if glyph is not None else "…")
        if k < len(shown) - 1:
            runs.append(", ")
    return tuple(runs)


def _typical(glyphs: list[Glyph]) -> list[Glyph]:
    """Those of a family that a row shows: the general one first, vectors without components."""
    whole = [g for g in glyphs if g.accent == "bar"]
    chosen = sorted(whole or glyphs, key=lambda g: (not _general(g), _counted(g)))
    return [g for g in chosen if "1" not in _spelled(g) or not _general(g)] or chosen


def _general(glyph: Glyph) -> bool:
    """Whether an index is a letter that stands for any number."""
    return "i" in _spelled(glyph) or "j" in _spelled(glyph)


def _counted(glyph: Glyph) -> list[tuple[int, str]]:
    """Numbers by their size, letters by the alphabet."""
    parts = re.findall(r"\d+|\D", _spelled(glyph))
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]


def _spelled(glyph: Glyph) -> str:
    sub = _spelled(glyph.sub) if isinstance(glyph.sub, Glyph) else glyph.sub
    sup = _spelled(glyph.sup) if isinstance(glyph.sup, Glyph) else glyph.sup
    return f"{sub}{glyph.pre}{sup}"
