"""The outward and the inward pass: general relations first, then every link's components."""

from __future__ import annotations

from torsor.algebra.scalars.ring import RingScalars
from torsor.equations.formats import component_of
from torsor.equations.sections import TITLES
from torsor.mechanics.payload import tool_wrench
from torsor.reporting.blocks import Block, Heading, Paragraph
from torsor.reporting.composer import PER_PAGE, Composer, Item, lines
from torsor.reporting.sections.link_relations import relations
from torsor.reporting.sections.recursion import Recursion, recursion
from torsor.spatial.vectors import Vector

SHORT = 60
"""Terms up to which the wrench of the load stands in the recursion itself."""


def outward_section(c: Composer) -> list[Block]:
    """Accelerations, forces and moments, from the base to the tool."""
    told = (
        "The base is given the acceleration that opposes gravity, so that accelerations and forces "
        "carry the links' weights; vectors of link i are in the axes of frame i."
    )
    blocks: list[Block] = [Heading("The outward pass"), Paragraph((told,), True)]
    base = Item(c.notation.step("a", 0), -c.model.chain.gravity, ("step", "a"))
    return [*blocks, *c.vector(base), *steps(c, ("a", "a_C", "F", "N"))]


def inward_section(c: Composer) -> list[Block]:
    """Joint forces and moments, from the load to the base."""
    told = (
        "Each link passes on to the one before it the force and the moment that it needs; at the "
        "last link, i + 1 stands for the load at the tool."
    )
    blocks: list[Block] = [Heading("The inward pass"), Paragraph((told,), True)]
    return [*blocks, *steps(c, ("f", "n"))]


def steps(c: Composer, quantities: tuple[str, ...]) -> list[Block]:
    """Some steps of every link, closed where they fit and else from the steps before."""
    blocks: list[Block] = [*relations(c, quantities)]
    for quantity in quantities:
        blocks.append(Heading(TITLES[quantity], 3))
        blocks += _closed(c, quantity) or _recursive(c, quantity)
    return blocks


def _links(c: Composer, quantity: str) -> list[int]:
    numbers = list(range(1, len(c.model.robot.joints) + 1))
    return numbers[::-1] if quantity in ("f", "n") else numbers


def _closed(c: Composer, quantity: str) -> list[Block]:
    """The closed forms, or nothing where they are too long."""
    links = c.model.links
    terms = sum(len(e) for i in _links(c, quantity) for e in getattr(links[i], quantity))
    if terms > c.most_lines * 6:
        return []
    before, atoms = c.count, dict(c.writer.atoms)
    items = [
        Item(c.notation.step(quantity, i), getattr(links[i], quantity), ("step", quantity))
        for i in _links(c, quantity)
    ]
    displays = c.vectors(items)
    if sum(lines(part) for d in displays for part in d.parts) <= c.pages * PER_PAGE:
        return list(displays)
    c.count, c.writer.atoms = before, atoms
    return []


def _recursive(c: Composer, quantity: str) -> list[Block]:
    """Every component from the steps before it."""
    found = passes(c)
    terms = sum(len(e) for i in _links(c, quantity) for e in getattr(c.model.links[i], quantity))
    told = (
        f"In closed form these have {terms:,} terms; they are given from the steps before them, "
        "which is as exact and far shorter."
    )
    blocks: list[Block] = [Paragraph((told,), True)]
    if quantity == "f":
        blocks += _load(c, found)
    items = [
        Item(c.notation.step(quantity, i), found.step(quantity, i), ("step", quantity))
        for i in _links(c, quantity)
    ]
    return [*blocks, *c.vectors(items)]


def passes(c: Composer) -> Recursion:
    """The recursion, with the load as symbols of its own where it is long."""
    model = c.model
    wrench = tool_wrench(model.robot, model.chain, RingScalars(model.ring))
    load = {"f": wrench.f, "n": wrench.n}
    return recursion(model, load, whole=_terms(c, load) <= SHORT)


def _terms(c: Composer, load: dict[str, Vector]) -> int:
    return sum(len(c.model.ring.coerce(e)) for v in load.values() for e in v)


def _load(c: Composer, found: Recursion) -> list[Block]:
    """The force and the moment of a load that has symbols of its own."""
    if not found.named_load:
        return []
    last = len(c.model.robot.joints) + 1
    items = [
        Item(component_of(c.notation.step(quantity, last), axis), entry, ("step", quantity))
        for quantity, vector in found.load.items()
        for axis, entry in zip("xyz", vector, strict=True)
    ]
    return c.sums(items, "the force and the moment of the load", "steps")
