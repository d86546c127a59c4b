"""Units as CAD programs print them, converted exactly: ``grams * square millimeters``."""

from __future__ import annotations

import re
from fractions import Fraction

from torsor.errors import TextError, shown

POUND = Fraction("0.45359237")
FOOT = Fraction("0.3048")
MASS: dict[str, Fraction] = {}
LENGTH: dict[str, Fraction] = {}


def _unit(table: dict[str, Fraction], value: Fraction, names: str) -> None:
    table.update(dict.fromkeys(names.split(), value))


_unit(MASS, Fraction(1, 1_000_000), "mg milligram milligrams")
_unit(MASS, Fraction(1, 1000), "g gram grams gramme grammes")
_unit(MASS, Fraction(1), "kg kilogram kilograms kilogramme kilogrammes")
_unit(MASS, Fraction(1000), "t tonne tonnes")
_unit(MASS, POUND, "lb lbs pound pounds lbm lbmass")
_unit(MASS, POUND / 16, "oz ounce ounces ozmass")
_unit(MASS, Fraction("9.80665") * POUND / FOOT, "slug slugs")  # lbf s² / ft
_unit(LENGTH, Fraction(1, 1_000_000), "um µm micrometer micrometers")
_unit(LENGTH, Fraction(1, 1000), "mm millimeter millimeters millimetre millimetres")
_unit(LENGTH, Fraction(1, 100), "cm centimeter centimeters centimetre centimetres")
_unit(LENGTH, Fraction(1), "m meter meters metre metres")
_unit(LENGTH, FOOT / 12, "in inch inches")
_unit(LENGTH, FOOT, "ft foot feet")


def mass_unit(text: str) -> Fraction:
    """How many kilograms a unit of mass is."""
    return _known(MASS, text, "mass", "g, kg, lb or slugs")


def length_unit(text: str) -> Fraction:
    """How many metres a unit of length is."""
    return _known(LENGTH, text, "length", "mm, cm, m, in or ft")


def inertia_unit(text: str) -> Fraction:
    """How many kg m² a unit of inertia is."""
    words = re.findall(r"[a-zµ]+", text.lower().replace("·", " "))
    lengths = [word for word in words if word not in ("square", "squared")]
    squared = "square" in text.lower() or text.rstrip(" )").endswith(("2", "²"))
    if len(lengths) != 2 or not squared:
        raise TextError(f"{shown(text)} is no unit of inertia; expected one as g mm^2 or kg m^2")
    return mass_unit(lengths[0]) * length_unit(lengths[1]) ** 2


def _known(table: dict[str, Fraction], text: str, what: str, expected: str) -> Fraction:
    unit = table.get(text.strip().strip(".").lower())
    if unit is None:
        raise TextError(f"{shown(text)} is no unit of {what} known here; expected {expected}")
    return unit
