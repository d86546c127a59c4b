"""The mass-properties text of SolidWorks.

It prints the inertia three times: principal moments and axes; Lxx, Lxy … about the mass centre; and
Ixx, Ixy … about the output coordinate system. Its products of inertia are the integrals of xy, xz
and yz (since 2021 the text says "Using positive tensor notation"): tensor entries are minus those.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from torsor.errors import TextError
from torsor.formats.cad.inertia_blocks import ENTRIES, Blocks, Tensor
from torsor.formats.cad.rounding import NUMBER, Rounded, printed, tidy_lines
from torsor.formats.cad.units import inertia_unit, length_unit, mass_unit

MASS = re.compile(rf"\bMass ?(?:\([^)]{{0,80}}\) ?)?= ?({NUMBER}) ?([A-Za-zµ]{{1,20}})")
PLACE = re.compile(rf"\b([XYZ]) ?= ?({NUMBER})")
PRINCIPAL = re.compile(
    rf"\bI([xyz]) ?= ?\( ?({NUMBER}) ?, ?({NUMBER}) ?, ?({NUMBER}) ?\) ?P\1 ?= ?({NUMBER})"
)
ENTRY = re.compile(rf"\b([LI])([xyz]{{2}}) ?= ?({NUMBER})")
UNITS = re.compile(r"\(([^()]{0,80})\)$")
"""Each line is tidy: one space at most between two words."""


@dataclass
class _Found:
    """What has been read so far."""

    mass: Rounded | None = None
    place: dict[str, Rounded] = field(default_factory=dict)
    entries: dict[str, Rounded] = field(default_factory=dict)
    axes: dict[str, tuple[Rounded, Rounded, Rounded]] = field(default_factory=dict)
    moments: dict[str, Rounded] = field(default_factory=dict)
    notation: str = ""
    units: dict[str, str] = field(default_factory=dict)

    def put(self, table: dict[str, Rounded], key: str, value: Rounded, line: int) -> None:
        if key in table:
            raise TextError(f"line {line}: {key} stands twice; give one body at a time")
        table[key] = value


def is_solidworks(text: str) -> bool:
    """Whether the text looks like SolidWorks' mass properties."""
    return "output coordinate system" in text.lower() or "principal axes of inertia" in text.lower()


def read_solidworks(text: str) -> tuple[Blocks, int, bool, str]:
    """The blocks, the sign of their products, whether the text states it, and the units."""
    found = _Found()
    length = inertia = Fraction(0)
    for number, line in enumerate(tidy_lines(text), 1):
        line = line.lstrip("#%/ ")
        low = line.lower()
        try:
            if low.startswith(("center of mass", "centre of mass")):
                found.units["length"] = _units(line, number)
                length = length_unit(found.units["length"])
            elif "moments of inertia" in low and not low.startswith("taken"):
                found.units["inertia"] = _units(line, number)
                inertia = inertia_unit(found.units["inertia"])
            for sense in ("positive", "negative"):
                if f"{sense} tensor notation" in low:
                    found.notation = sense
            _read(line, number, found, length, inertia)
        except TextError as error:
            place = "" if str(error).startswith("line ") else f"line {number}: "
            raise TextError(f"{place}{error}") from None
    return (
        _blocks(found),
        1 if found.notation == "negative" else -1,
        bool(found.notation),
        (", ".join(found.units.values())),
    )


def _units(line: str, number: int) -> str:
    match = UNITS.search(line)
    if not match:
        raise TextError(f"line {number}: expected units in parentheses at its end")
    return match[1].strip()


def _read(line: str, number: int, found: _Found, length: Fraction, inertia: Fraction) -> None:
    mass = MASS.search(line)
    if mass:
        if found.mass is not None:
            raise TextError(f"line {number}: Mass stands twice; give one body at a time")
        found.mass = printed(mass[1]) * mass_unit(mass[2])
        found.units["mass"] = mass[2]
        return
    for key, text in PLACE.findall(line):
        if length:
            found.put(found.place, key, printed(text) * length, number)
    principal = PRINCIPAL.search(line)
    if principal:
        key, *axis, moment = principal.groups()
        x, y, z = (printed(e) for e in axis)
        found.axes[key] = (x, y, z)
        found.put(found.moments, f"P{key}", printed(moment) * _known(inertia), number)
        return
    for block, key, text in ENTRY.findall(line):
        found.put(found.entries, f"{block}{key}", printed(text) * _known(inertia), number)


def _known(inertia: Fraction) -> Fraction:
    if not inertia:
        raise TextError("moments stand before their units (a line 'Moments of inertia: ( … )')")
    return inertia


def _blocks(found: _Found) -> Blocks:
    if found.mass is None:
        raise TextError("no line 'Mass = … grams' was found")
    if set(found.place) != set("XYZ"):
        raise TextError("the center of mass was not found: its X, Y and Z with their units")
    return Blocks(
        found.mass,
        (found.place["X"], found.place["Y"], found.place["Z"]),
        _tensor("L", found),
        _tensor("I", found),
        tuple(found.axes.values()) if len(found.axes) == 3 else (),
        tuple(found.moments.values()) if len(found.moments) == 3 else (),
    )


def _tensor(letter: str, found: _Found) -> Tensor | None:
    """The block Lxx … or Ixx …, whole or not at all; both triangles must be the same."""
    given = {k[1:]: e for k, e in found.entries.items() if k[0] == letter}
    if not given:
        return None
    for key in ENTRIES:
        if key not in given:
            raise TextError(f"{letter}{key} is missing from its block")
        other = given.get(key[::-1], given[key])
        if not given[key].may_be(other):
            raise TextError(f"{letter}{key} and {letter}{key[::-1]} are not the same")
    return {k: given[k] for k in ENTRIES}
