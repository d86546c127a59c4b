"""Notations drawn at random: letters, index styles, product signs, looks of sines and accents.

What they print is mathematics as somebody might write it. Two letters may be drawn alike, and then
the referee has to say so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from torsor.notation.glyph import Glyph
from torsor.notation.notation import GREEK, Notation, load_notation
from torsor.notation.rates import with_rates
from torsor.notation.trig import Trig
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters

LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = (*LATIN, *LATIN, *GREEK.values())
AXES = ("x", "y", "z")
PAIRS = ("xx", "yy", "zz", "xy", "xz", "yz")
PRODUCTS = ("", "", "", "*", ".", "·", "×")
TRIGS = (
    Trig(), Trig("index", "S", "C"), Trig("index", "σ", "γ"), Trig("prefix"),
    Trig("prefix", "S", "C"), Trig("prefix", "sin", "cos"), Trig("prefix", "sn", "cs"),
    Trig("call", "sin", "cos"), Trig("call", "sen", "cos"), Trig("call", "s", "c"),
    Trig("call", "Sin", "Cos"), Trig("inline"), Trig("inline", "S", "C"),
)  # fmt: skip
ACCENTS = ("", "", "", "", "", "hat", "bar")

Indexed = Callable[[str], Glyph]
"""A glyph from its base letter."""

INDICES: tuple[Indexed, ...] = (
    lambda base: Glyph(base, "<i>"),
    lambda base: Glyph(base, "<i>"),
    lambda base: Glyph(base, "<i>"),
    lambda base: Glyph(base, sup="(<i>)"),
    lambda base: Glyph(base, sup="<i>"),
    lambda base: Glyph(base, sup="*<i>"),
    lambda base: Glyph(base, pre="<i>"),
    lambda base: Glyph(base, "c,<i>"),
    lambda base: Glyph(base, "L<i>"),
    lambda base: Glyph(base, Glyph("G", "<i>")),
    lambda base: Glyph(base, "G", "(<i>)"),
    lambda base: Glyph(f"{base}<i>"),
)
"""Where the number of a link stands."""

SPATIAL: tuple[Callable[[str, str], Glyph], ...] = (
    lambda base, axis: Glyph(base, f"{axis}<i>"),
    lambda base, axis: Glyph(base, f"<i>{axis}"),
    lambda base, axis: Glyph(base, f"{axis},<i>"),
    lambda base, axis: Glyph(base, f"<i>,{axis}"),
    lambda base, axis: Glyph(base, axis, "(<i>)"),
    lambda base, axis: Glyph(base, axis, "<i>"),
    lambda base, axis: Glyph(base, axis, "<i>s"),
    lambda base, axis: Glyph(base, axis, "*", "<i>"),
    lambda base, axis: Glyph(base, axis, pre="<i>"),
    lambda base, axis: Glyph(base, Glyph("C", f"<i>{axis}")),
    lambda base, axis: Glyph(base, Glyph("C", f"<i>{axis}"), pre="<i>"),
    lambda base, axis: Glyph(base, Glyph(axis, "<i>")),
)
"""Where the number of a link and an axis stand."""

LOADS: tuple[Callable[[str, str], Glyph], ...] = (
    Glyph,
    lambda base, axis: Glyph(base, axis, "<t>"),
    lambda base, axis: Glyph(base, f"<t>{axis}"),
    lambda base, axis: Glyph(base, axis, pre="<t>"),
    lambda base, axis: Glyph(base, Glyph("l", axis), "(<t>)"),
)
STEPS = ("omega", "epsilon", "v", "a", "v_C", "a_C", "F", "N", "f", "n")


def random_notation(random: Random, robot: Robot) -> Notation:
    """A hand in which the robot's equations may be printed: one letter and style to a family."""
    letters = _Letters(random)
    symbols: dict[str, Glyph] = {}
    for stem in ("q", "slide", "tau", "m", "Im", "fv", "fc"):
        symbols[f"{stem}<i>"] = _accented(random, random.choice(INDICES)(letters.draw()))
    for stem, ends in (("r", AXES), ("I", PAIRS)):
        base, style = letters.draw(), random.choice(SPATIAL)
        symbols |= {f"{stem}{end}<i>": style(base, end) for end in ends}
    for stem in ("f", "n"):
        base, style = letters.draw(), random.choice(LOADS)
        symbols |= {f"{stem}{end}": style(base, end) for end in AXES}
    for name in parameters(robot):
        stem = name.rstrip("0123456789")
        known = {name, f"{stem}<i>"} & symbols.keys()
        if not known and random.random() < 0.5:
            style = random.choice(INDICES) if stem != name else Glyph
            key = f"{stem}<i>" if stem != name else name
            symbols[key] = _accented(random, style(letters.draw()))
    standard = load_notation("standard")
    return replace(
        standard,
        name="random",
        description="",
        product=random.choice(PRODUCTS),
        negated=frozenset(random.choice(((), ("Ixy", "Ixz", "Iyz"), ("Iyz",)))),
        trig=random.choice(TRIGS),
        symbols={**standard.symbols, **with_rates(symbols)},
        steps={**standard.steps, **_steps(random, letters)},
    )


class _Letters:
    """Letters of which each is drawn once, or seldom twice."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.used: list[str] = []

    def draw(self) -> str:
        if self.used and self.random.random() < 0.02:
            return self.random.choice(self.used)
        letter = self.random.choice([ch for ch in LETTERS if ch not in self.used])
        self.used.append(letter)
        return letter


def _accented(random: Random, glyph: Glyph) -> Glyph:
    return replace(glyph, accent=random.choice(ACCENTS))


def _steps(random: Random, letters: _Letters) -> dict[str, Glyph]:
    """Vectors of the links in one style, and the letters of M, C and g."""
    if random.random() < 0.4:
        return {}
    accent = random.choice(("bar", "", "hat"))
    style = random.choice(INDICES[3:-2])
    found = {step: replace(style(letters.draw()), accent=accent) for step in STEPS}
    return found | {matrix: Glyph(letters.draw()) for matrix in ("M", "C", "g")}
