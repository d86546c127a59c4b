"""The marks that announce a target at the left of an equation, as a notation prints them."""

from __future__ import annotations

import re

from torsor.check.latex_tree import Mark
from torsor.check.readings import UnreadError
from torsor.check.symbols import Key, key_of
from torsor.check.targets import STEPS, Target
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.write.document import speller
from torsor.write.formats import component_of

Look = tuple[object, ...]
"""Base, dots, subscript and superscript of a mark."""

FRAMED = ("velocity", "position", "J_v", "J_w", *STEPS)
"""Targets whose names may carry a link's number as superscript beside one in the subscript."""

RATES = ("dp", "velocity", *STEPS)
"""Targets whose names may carry dots."""


def announced(model: Model, notation: Notation) -> dict[Look, str]:
    """The marks that stand left of an equation, and the targets they announce."""
    spell = speller(model, notation)
    known: dict[Look, str] = {(notation.step(n).base, 0, "", ""): n for n in ("M", "C", "g")}
    for i in range(1, len(model.tau) + 1):
        known[_look(key_of(spell.glyph(f"tau{i}")))] = f"tau[{i}]"
        for j in range(1, len(model.tau) + 1):
            for name in ("M", "C"):
                known[(notation.step(name).base, 0, f"{i}{j}", "")] = f"{name}[{i},{j}]"
        known[(notation.step("g").base, 0, str(i), "")] = f"g[{i}]"
    for quantity in STEPS:
        for i in range(1, model.robot.frames + 1):
            glyph = notation.step(quantity, i)
            known.setdefault(_look(key_of(glyph)), f"{quantity}[{i}]")
            for axis in "xyz":
                component = component_of(glyph, axis)
                known.setdefault(_look(key_of(component)), f"{quantity}[{i}].{axis}")
    return known


def _look(key: Key) -> Look:
    base, dots, _, sub, sup, _pre = key
    return (base, dots, sub, sup)


def is_index(mark: Mark, target: Target) -> bool:
    """Whether a superscript is the target's own number and not a power."""
    framed = target.name in FRAMED or not any(ch.isdigit() for ch in mark.sub)
    return framed and re.findall(r"[0-9]+", target.text) == [mark.sup]


def names_target(mark: Mark, target: Target) -> None:
    """Refuse a mark that is more than a name: a power, an inverse, a derivative of the target."""
    if mark.sup.startswith(("-", "+")) or (mark.sup.isdigit() and not is_index(mark, target)):
        raise UnreadError(f"the superscript {mark.sup[:20]} on the target's name", mark.place)
    if mark.dots and target.name not in RATES:
        raise UnreadError("dots on the target's name", mark.place)
