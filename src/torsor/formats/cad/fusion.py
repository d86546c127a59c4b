"""The properties text that Fusion 360 copies to the clipboard.

Its products of inertia are entries of the tensor; a block about the mass centre is followed by one
about the origin.
"""

from __future__ import annotations

import re
from fractions import Fraction

from torsor.errors import TextError
from torsor.formats.cad.inertia_blocks import ENTRIES, Blocks, Tensor
from torsor.formats.cad.rounding import NUMBER, Rounded, printed, tidy_lines
from torsor.formats.cad.units import inertia_unit, length_unit, mass_unit

MASS = re.compile(rf"Mass ?[=:]? ?({NUMBER}) ?([A-Za-zµ]+)\Z")
CENTRE = re.compile(r"Center of Mass ?[=:]? ?(.*)\Z", re.IGNORECASE)
WORLD = re.compile(r"World X ?, ?Y ?, ?Z ?[=:]? ?(.*)\Z", re.IGNORECASE)
LENGTH = re.compile(rf"({NUMBER}) ?([A-Za-zµ]+)\Z")
HEADING = re.compile(
    r"Moment of Inertia at (Center of Mass|Origin) ?[=:]? ?\((.*)\)\Z", re.IGNORECASE
)
ENTRY = re.compile(rf"I([xyz]{{2}}) ?[=:]? ?({NUMBER})\Z")
"""Each line is tidy: one space at most between two words."""


def is_fusion(text: str) -> bool:
    """Whether the text looks like Fusion 360's properties."""
    return "moment of inertia at" in text.lower()


def read_fusion(text: str) -> tuple[Blocks, int, bool, str, list[str]]:
    """The blocks, the sign of their products, whether it is stated, the units and notes."""
    mass: Rounded | None = None
    centre: list[Rounded] = []
    tensors: dict[str, dict[str, Rounded]] = {}
    block, unit = "", Fraction(0)
    units: dict[str, str] = {}
    notes: list[str] = []
    for number, line in enumerate(tidy_lines(text), 1):
        try:
            if match := MASS.match(line):
                if mass is not None:
                    raise TextError("Mass stands twice; give one component at a time")
                mass, units["mass"] = printed(match[1]) * mass_unit(match[2]), match[2]
            elif match := CENTRE.match(line):
                centre, units["length"] = _lengths(match[1])
            elif match := WORLD.match(line):
                if any(e.value for e in _lengths(match[1])[0]):
                    notes.append(f"the component lies at {match[1].strip()} in the world")
            elif match := HEADING.match(line):
                block, units["inertia"] = match[1].lower(), match[2]
                unit = inertia_unit(match[2])
            elif (match := ENTRY.match(line)) and block:
                given = tensors.setdefault(block, {})
                if match[1] in given:
                    raise TextError(f"I{match[1]} stands twice; give one component at a time")
                given[match[1]] = printed(match[2]) * unit
        except TextError as error:
            raise TextError(f"line {number}: {error}") from None
    if mass is None:
        raise TextError("no line 'Mass 43.7 g' was found")
    if len(centre) != 3:
        raise TextError("no line 'Center of Mass x mm, y mm, z mm' was found")
    x, y, z = centre
    blocks = Blocks(
        mass, (x, y, z), _tensor(tensors.get("center of mass")), _tensor(tensors.get("origin"))
    )
    return blocks, 1, False, ", ".join(units.values()), notes


def _lengths(text: str) -> tuple[list[Rounded], str]:
    found, unit = [], ""
    for part in text.strip().strip("()").split(","):
        match = LENGTH.match(part.strip())
        if not match:
            raise TextError("expected three lengths with their unit, as 1.5 mm, 0 mm, -2 mm")
        found.append(printed(match[1]) * length_unit(match[2]))
        unit = match[2]
    if len(found) != 3:
        raise TextError("expected three lengths with their unit, as 1.5 mm, 0 mm, -2 mm")
    return found, unit


def _tensor(given: dict[str, Rounded] | None) -> Tensor | None:
    if given is None:
        return None
    for key in ENTRIES:
        if key not in given:
            raise TextError(f"I{key} is missing from its block")
        if not given[key].may_be(given.get(key[::-1], given[key])):
            raise TextError(f"I{key} and I{key[::-1]} are not the same")
    return {k: given[k] for k in ENTRIES}
