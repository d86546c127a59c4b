"""The base parameters: the smallest set in which the driving forces are linear."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from torsor.algebra.expression import Expression
from torsor.document.blocks import Block, Heading, Items, Paragraph, Symbol, Table, Text
from torsor.identification.outcome.units import unit_of_estimate
from torsor.mechanics.parameters.base_parameters import BaseParameter
from torsor.reporting.composer import NAMED, Composer, Item
from torsor.reporting.sections.forces import kind_of
from torsor.reporting.sections.identified.marks import FAMILIES, sum_of, unit_cell

KINDS = {"m": "mass", "h": "first moments", "L": "inertia about the frame's origin"}
"""What the letters of the original parameters mean."""


def base_section(c: Composer) -> list[Block]:
    """Each base parameter by the originals, those without effect, and τ in them where it fits."""
    model = c.model
    base = model.base_parameters
    blocks: list[Block] = [Heading("Base parameters")]
    told = (
        f"The driving forces without load are linear in {len(base)} base parameters, and in no "
        "fewer: only these can be identified from motion."
    )
    blocks.append(Paragraph((told,), True))
    names = [f"beta{i}" for i in range(1, len(base) + 1)]
    items = [
        Item(c.writer.speller.glyph(name), parameter.value, ("beta",))
        for name, parameter in zip(names, base.parameters, strict=True)
    ]
    blocks += c.sums(items, "the base parameters", "base")
    blocks += _origins(c)
    if base.without_effect:
        told = "No motion shows, by itself or with others, these of the original parameters:"
        blocks += [Paragraph((told,), True), Items(_without_effect(base.without_effect))]
    blocks.append(Heading("Driving forces without load, in the base parameters", 2))
    counts = [sum(_terms(p.work[i]) for p in base.parameters) for i in range(len(model.tau))]
    what = "the driving forces in the base parameters"
    if sum(counts) > NAMED:  # told without being made
        return [*blocks, c.too_long(what, counts, "base")]
    items = [
        Item(c.writer.speller.glyph(f"tau{i}"), force, ("tau", kind_of(c, i)))
        for i, force in enumerate(_forces(c, names), 1)
    ]
    return [*blocks, *c.sums(items, what, "base", grouped=True)]


def _origins(c: Composer) -> list[Block]:
    """Where values are numbers: what each base parameter is made of, and its unit."""
    parameters = c.model.base_parameters.parameters
    sums = [_sum(p) for p in parameters]
    named = (n.rstrip("0123456789") for p in parameters for n in (p.name, *dict(p.grouped)))
    if not (c.measured and all(sums) and all(n in FAMILIES or n[0] in KINDS for n in named)):
        return []
    rows: list[tuple[Text, ...]] = []
    for i, (parameter, told) in enumerate(zip(parameters, sums, strict=True), 1):
        unit = unit_of_estimate(c.model.robot, parameter.name)
        symbol = Symbol((c.writer.speller.glyph(f"beta{i}"),))
        rows.append(((symbol,), unit_cell(unit), sum_of(c, told)))
    head: tuple[Text, ...] = (("Parameter",), ("Unit",), ("Made of",))
    caption = (
        "Base parameters: L is inertia about the frame's origin, h the first moment, m the mass"
    )
    return [Table(caption, head, tuple(rows), (0.14, 0.16, 0.7))]


def _sum(parameter: BaseParameter) -> str:
    """``Lzz1 + 0.09*m3``; nothing where a factor is no number."""
    told = ""
    factors = dict(parameter.grouped)
    for name, factor in ((parameter.name, factors.pop(parameter.name, None)), *factors.items()):
        if factor is not None and factor.names():
            return ""
        value = float(factor.evaluate()) if factor is not None else 1.0
        sign = "-" if value < 0 else "+"
        times = "" if abs(value) == 1 else f"{Decimal(f'{abs(value):.6g}'):f}*"
        told += f" {sign} {times}{name}" if told else f"{sign.strip('+')}{times}{name}"
    return told


def _terms(entry: Any) -> int:
    """The terms of an entry, each of which stands before a base parameter of its own."""
    return len(entry) if isinstance(entry, Expression) else int(entry != 0)


def _forces(c: Composer, names: list[str]) -> list[Expression]:
    """τ in symbols for the base parameters."""
    ring = c.model.ring.extended(names)
    forces = []
    for i in range(len(c.model.tau)):
        total = ring.number(0)
        for name, parameter in zip(names, c.model.base_parameters.parameters, strict=True):
            entry = parameter.work[i]
            factor = entry.to(ring) if isinstance(entry, Expression) else ring.number(entry)
            total = total + factor * ring.symbol(name)
        forces.append(total)
    return forces


def _without_effect(names: tuple[str, ...]) -> tuple[Text, ...]:
    """Those of the originals that no motion shows, link by link."""
    links: dict[str, dict[str, list[str]]] = {}
    for name in names:
        stem = name.rstrip("0123456789")
        kind = next((k for k in KINDS if stem[0] == k and len(stem) <= 3), "")
        group = links.setdefault(name[len(stem) :], {})
        group.setdefault(KINDS.get(kind, "drive"), []).append(stem[1:] if kind else stem)
    found: list[Text] = []
    for link, group in links.items():
        parts = [f"{kind} {', '.join(axes)}".strip() for kind, axes in group.items()]
        found.append((f"link {link}: {'; '.join(parts)}",))
    return tuple(found)
