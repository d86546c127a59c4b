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

RATES = ("dp", "velocity", "position", *STEPS)
"""Targets whose names may carry dots."""


def announced(model: Model, notation: Notation) -> dict[Look, str]:
    """The marks that stand left of an equation, and the targets they announce."""
    spell = speller(model, notation)
    known: dict[Look, str] = {}
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


def names_target(mark: Mark, target: Target) -> None:
    """Refuse a mark that is more than a name: a power, an inverse, a derivative of the target."""
    indices = re.findall(r"[0-9]+", target.text)
    if mark.sup.startswith(("-", "+")) or (mark.sup.isdigit() and mark.sup not in indices):
        raise UnreadError(f"the superscript {mark.sup[:20]} on the target's name", mark.place)
    if mark.dots and target.name not in RATES:
        raise UnreadError("dots on the target's name", mark.place)
