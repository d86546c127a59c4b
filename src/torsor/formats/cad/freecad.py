"""What FreeCAD's Python console prints of a shape.

``Shape.Volume``, ``Shape.CenterOfMass`` and ``Shape.MatrixOfInertia`` are in millimetres and of
density one (a shape's ``Mass`` is its volume); the matrix is the tensor about the mass centre, in
the document's axes.
"""

from __future__ import annotations

import re
from fractions import Fraction

from torsor.errors import TextError
from torsor.formats.cad.inertia_blocks import Blocks
from torsor.formats.cad.rounding import NUMBER, Rounded, printed, tidy_lines
from torsor.formats.cad.units import mass_unit

GAP = r"[^-+\d\n(]{0,80}(?:\n(?! ?>>>)[^-+\d\n(]{0,80})?"
TRIPLE = rf"\(\s?({NUMBER})\s?,\s?({NUMBER})\s?,\s?({NUMBER})\s?(?:,\s?{NUMBER}\s?)?\)"
CENTRE = re.compile(rf"Cent(?:er|re) ?Of ?(?:Mass|Gravity){GAP}{TRIPLE}", re.IGNORECASE)
MATRIX = re.compile(
    rf"Inertia[^(]{{0,80}}\(\s?{TRIPLE}\s?,\s?{TRIPLE}\s?,\s?{TRIPLE}(?:\s?,\s?{TRIPLE})?\s?\)",
    re.IGNORECASE,
)
VOLUME = re.compile(rf"\bVolume{GAP}({NUMBER})", re.IGNORECASE)
MASS = re.compile(
    rf"(?<![A-Za-z])(?<!Of )(?<!of )Mass{GAP}({NUMBER})[ \t]*(kg|g|lb)?\b", re.IGNORECASE
)
MM = Fraction(1, 1000)


def is_freecad(text: str) -> bool:
    """Whether the text looks like a FreeCAD shape's properties."""
    return "matrixofinertia" in text.lower().replace(" ", "")


def read_freecad(text: str, density: Fraction | None) -> tuple[Blocks, int, bool, str]:
    """The blocks, the sign of their products, whether it is stated, and the units."""
    text = "\n".join(filter(None, tidy_lines(text)))
    matrix, centre = MATRIX.search(text), CENTRE.search(text)
    if not matrix:
        raise TextError("no MatrixOfInertia 'Matrix ((…),(…),(…),(…))' was found")
    if not centre:
        raise TextError("no CenterOfMass 'Vector (x, y, z)' was found")
    volume, mass = _volume_and_mass(text)
    if density is None and mass is None:
        raise TextError(
            "a FreeCAD shape has density one; give its density in kg/m³ (--density 7850)"
        )
    if volume is None:
        raise TextError("no Volume (or Mass, which FreeCAD means as volume) was found")
    whole = volume * MM**3
    if density is None and mass is not None:
        factor = mass.value / whole.value if whole.value else Fraction(0)
    else:
        factor = density or Fraction(0)
    entries = [printed(e) * MM**5 * factor for e in matrix.groups()[:9]]
    rows = [entries[:3], entries[3:6], entries[6:9]]
    for i, j in ((0, 1), (0, 2), (1, 2)):
        if not _near(rows[i][j], rows[j][i], rows[i][i]):
            raise TextError("the MatrixOfInertia is not symmetric")
    keys = {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
    x, y, z = (printed(e) * MM for e in centre.groups())
    tensor = {k: rows[i][j] for k, (i, j) in keys.items()}
    return Blocks(whole * factor, (x, y, z), tensor), 1, True, "mm, density apart"


def _volume_and_mass(text: str) -> tuple[Rounded | None, Rounded | None]:
    """The volume in mm³, and a mass if it is one with a unit."""
    volume, mass = VOLUME.search(text), MASS.search(text)
    read = printed(volume[1]) if volume else None
    if mass and mass[2]:
        return read, printed(mass[1]) * mass_unit(mass[2])
    return (read or printed(mass[1])) if mass else read, None


def _near(a: Rounded, b: Rounded, scale: Rounded) -> bool:
    return a.may_be(b) or abs(a.value - b.value) <= abs(scale.value) / 10**6
