"""The relations of the two passes for any link i, printed once before their components."""

from __future__ import annotations

from dataclasses import replace

from torsor.document.blocks import Display
from torsor.equations.relations import Relations, relations
from torsor.notation.glyph import Glyph
from torsor.reporting.composer import Composer

LABELS = ("i−1", "i", "i+1")
"""A chain of one link: the base is the link before, the load is the link beyond."""

REMARKS = {"R": "text:if joint i turns", "T": "text:if it slides"}


def general_relations(c: Composer, quantities: tuple[str, ...]) -> list[Display]:
    """How these steps follow from those before; R and T where the robot has such joints."""
    families: dict[Glyph, tuple[str, ...]] = {}

    def spell(quantity: str, number: int) -> Glyph:
        glyph, family = spelled_of_link(c, quantity, LABELS[number])
        families[glyph] = family
        return glyph

    def of_kind(kind: str) -> Relations:
        first = replace(chain.links[0], number=1, parent=0, kind=kind, shares=((1, 1),))
        return relations(replace(chain, links=(first,), dof=1), spell)

    chain = c.model.chain
    kinds = {link.kind for link in chain.links}
    turning, sliding = of_kind("R"), of_kind("T")
    displays = []
    for quantity in quantities:
        told = {"R": turning[quantity, 1], "T": sliding[quantity, 1]}
        if told["R"] == told["T"]:
            shown = [told["R"]]
        else:
            remark = len(kinds) > 1
            shown = [(*w, REMARKS[k]) if remark else w for k, w in told.items() if k in kinds]
        for words in shown:
            for word in words:
                if isinstance(word, Glyph):
                    c.uses(word, *families[word])
            displays.append(c.words(((c.step(quantity, "i"),), words)))
    return displays


def spelled_of_link(c: Composer, quantity: str, label: str = "i") -> tuple[Glyph, tuple[str, ...]]:
    """What a quantity of a link is printed by, and the family that explains it."""
    if quantity not in ("m", "dq", "ddq"):
        return c.notation.step(quantity, label), ("step", quantity)
    pattern = c.notation.symbols.get(f"{quantity}<i>")
    glyph = pattern.filled({"i": "i"}) if pattern else c.notation.plain_glyph(f"{quantity}_i")
    return glyph, ("mass",) if quantity == "m" else ("rate", quantity)
