"""Kinetic and potential energy, by body and in total."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torsor.document.blocks import Block, Heading, Paragraph
from torsor.document.printing.tokens import Word
from torsor.notation.glyph import Glyph
from torsor.reporting.composer import Composer, Item
from torsor.reporting.sections.link_relations import spelled_of_link


def energies_section(c: Composer) -> list[Block]:
    """K and U of every body and their sums; the Lagrangian is their difference."""
    energies = c.model.energies
    blocks: list[Block] = [Heading("Energies")]
    for title, letter, parts in (
        ("Kinetic energy", "K", energies.kinetic),
        ("Potential energy", "U", energies.potential),
    ):
        blocks.append(Heading(title, 2))
        if letter == "K" and not c.model.robot.bodies and not c.notation.ascii:
            blocks.append(_of_a_link(c))
        items = [
            Item(energy(c, letter, label), value, ("energy", letter))
            for label, value in parts.items()
        ]
        blocks += c.sums(items, f"the {title.lower()} of the bodies", "energies")
        blocks += _total(c, letter, parts)
    if not c.notation.ascii:
        K, U, L = (c.uses(energy(c, letter), "energy", letter) for letter in "KUL")
        blocks.append(Paragraph(("The Lagrangian is their difference:",), True))
        blocks.append(c.words(((L,), (K, "-", U))))
    return blocks


def energy(c: Composer, letter: str, label: int | str = "") -> Glyph:
    """The symbol of an energy, of a body where it has one."""
    if c.notation.ascii:
        return Glyph(letter + (f"[{label}]" if label != "" else ""))
    return Glyph(letter, str(label))


def _of_a_link(c: Composer) -> Block:
    """K = ½ m v·v + ½ ω·(I ω) for any link."""
    v, omega, inertia = c.step("v_C", "i"), c.step("omega", "i"), c.step("I", "i")
    mass, family = spelled_of_link(c, "m")
    left = c.uses(energy(c, "K", "i"), "energy", "K")
    c.uses(mass, *family)
    words = ("½", mass, v, "·", v, "+", "½", omega, "·", "(", inertia, omega, ")")
    return c.words(((left,), words))


def _total(c: Composer, letter: str, parts: Mapping[int | str, Any]) -> list[Block]:
    """The sum over the bodies."""
    glyph = c.uses(energy(c, letter), "energy", letter)
    words: list[Word] = []
    for label, value in parts.items():
        if value:
            words += ["+", c.uses(energy(c, letter, label), "energy", letter)]
    return [c.words(((glyph,), words[1:] or ["0"]))]
