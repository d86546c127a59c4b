"""What a URDF is written in: decimal numbers, names, and the notes that a reading leaves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from torsor.errors import shown
from torsor.formats.snapping import Snapped
from torsor.formats.spelling import KEPT, clean, list_names
from torsor.formats.xml.tree import Node

DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,60}\.?[0-9]{0,60}|\.[0-9]{1,60})(?:[eE][+-]?[0-9]{1,4})?\Z")
LARGEST = Fraction(10) ** 30
SMALLEST = Fraction(1, 10**320)
ROUNDED = Fraction(1, 10**9)
"""Radians: an angle moved by less than this was moved by the rounding of its digits."""
REPLACED = "/:()[]#@,=*~!?%^"


@dataclass
class Told:
    """What is to be told of a reading: notes, and the angles that were as good as exact."""

    notes: list[str] = field(default_factory=list)
    exact: list[str] = field(default_factory=list)
    limits: dict[str, list[str]] = field(default_factory=dict)
    """Joints whose <limit> is not kept whole, by what became of it."""

    def snapped(self, part: str, moved: list[Snapped]) -> None:
        """Angles that were moved: by rounding alone, or by more."""
        self.exact += [
            f"{part} {s.label} {s.angle or '0deg'}" for s in moved if s.distance < ROUNDED
        ]
        more = [str(s) for s in moved if s.distance >= ROUNDED]
        if more:
            self.notes.append(f"{part}: snapped {', '.join(more)}")

    @property
    def all(self) -> list[str]:
        """Every note, those of exact angles in lines of ten."""
        lines = [self.exact[k : k + 10] for k in range(0, len(self.exact), 10)]
        within = "taken as the multiples of 15° that they are to within 1e-9 rad"
        limits = [f"{list_names(joints)}: {what}" for what, joints in self.limits.items()]
        return [*(f"{within}: {', '.join(line)}" for line in lines), *self.notes, *limits]


def check_name(node: Node, text: str) -> None:
    """Refuse what no robot's part is called; such names end up in reports, code and shells."""
    usual = all(ch.isalnum() or ch in KEPT + REPLACED for ch in text)
    if not text.strip() or len(text) > 120 or not usual or ".." in text:
        raise node.error(
            f"the name {shown(text)} is refused; expected letters, digits and {KEPT.strip()}"
        )


def clean_name(node: Node, text: str | None, notes: list[str]) -> str:
    """A name as Torsor writes it; characters that other formats take amiss become ``_``."""
    text = text or ""
    check_name(node, text)
    kept = clean(text)
    if kept != text:
        notes.append(f"the name {shown(text)} is written {kept}")
    return kept


def decimal(node: Node, attribute: str, text: str) -> Fraction:
    """A number exactly as it is written."""
    if not DECIMAL.match(text):
        raise node.error(f"{attribute}: {shown(text)} is not a finite decimal number")
    mantissa, _, exponent = text.lower().partition("e")
    if abs(int(exponent or 0)) > 330:
        raise node.error(f"{attribute}: the number {shown(text)} is out of range")
    value = Fraction(mantissa) * Fraction(10) ** int(exponent or 0)
    if value and not SMALLEST <= abs(value) <= LARGEST:
        raise node.error(f"{attribute}: the number {shown(text)} is out of range")
    return value


def decimals(node: Node, attribute: str) -> tuple[Fraction, Fraction, Fraction]:
    """Three numbers; zeros if the attribute is not there."""
    text = node.get(attribute)
    if text is None:
        return (Fraction(0),) * 3
    parts = text[:1000].split()
    if len(parts) != 3:
        raise node.error(f"{attribute}: expected three numbers, got {shown(text)}")
    x, y, z = (decimal(node, attribute, part) for part in parts)
    return (x, y, z)
