"""The marks that announce a target at the left of an equation, as a notation prints them."""

from __future__ import annotations

import re

from torsor.equations.documents import speller
from torsor.equations.formats import component_of
from torsor.model import Model
from torsor.notation.notation import Notation
from torsor.referee.reading.symbols import Key, key_of
from torsor.referee.reading.tree import Mark
from torsor.referee.targets import STEPS, Target

Look = tuple[object, ...]
"""Base, dots, subscript and superscript of a mark."""

IN_BASE = ("position", "velocity", "J_v", "J_w")
"""Targets in the axes of the base."""

RATE_OF = {"epsilon": "omega", "a": "v", "a_C": "v_C", "dp": "p", "velocity": "position"}
"""Targets whose names may carry a dot, and what it stands on."""

ENERGIES = {"K": ("K", "K_v", "K_w"), "U": ("U",), "L": ("L",)}
"""Letters that every paper has for its energies, and the targets they can stand for."""


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


def own_accents(target: Target, notation: Notation) -> tuple[str, ...]:
    """The accents a target's name may carry: a vector's, or the notation's own."""
    own = notation.step(target.name).accent if target.name in (*STEPS, "M", "C", "g") else ""
    return ("", "vec", own)


def contradiction(mark: Mark, target: Target, accents: tuple[str, ...], own: bool) -> str:
    """What about a mark speaks against its being the target's name, or nothing.

    ``own`` tells that base, dots and scripts are those which the notation prints for the target.
    """
    if mark.accent not in accents:
        return f"the accent {mark.accent[:20]} on the target's name"
    numbers = re.findall(r"[0-9]+", target.text.partition(".")[0])
    if mark.pre not in ("", *_frames(target, numbers)):
        return f"the left index {mark.pre[:20]} on the target's name"
    if own:
        return ""
    if mark.dots > (target.name in RATE_OF):
        return "dots on the target's name"
    raised = not target.scalar and not re.search("[0-9]", mark.sub) and [mark.sup] == numbers
    if mark.sup not in ("", "T") and not raised:
        return f"the superscript {mark.sup[:20]} on the target's name"
    printed = "".join(re.findall("[0-9]", mark.sub))
    if printed and printed != "".join(numbers):
        return f"the index {mark.sub[:20]} on the name of {target.text}"
    axis = target.text.partition(".")[2]
    framed = target.name in (*STEPS, *IN_BASE)
    spoken = mark.base if framed and mark.base in ("x", "y", "z") else mark.sub[-1:]
    if spoken in ("x", "y", "z") and spoken != axis:
        return f"the axis {spoken} on the name of {target.text}"
    whole = not printed and bool(numbers)
    if mark.base in ENERGIES and (whole or target.name not in ENERGIES[mark.base]):
        return f"{mark.base} stands where {target.text} is meant"
    return ""


def _frames(target: Target, numbers: list[str]) -> list[str]:
    """The left indices that say the axes a target is in."""
    if target.name in STEPS:
        return numbers
    return ["0"] if target.name in IN_BASE else []
