"""The outward and the inward pass: general relations first, then every link's components."""

from __future__ import annotations

from torsor.document.blocks import Block, Heading, Paragraph
from torsor.equations.sections import TITLES
from torsor.notation.glyph import component_of
from torsor.reporting.composer import PER_PAGE, Composer, Item
from torsor.reporting.sections.link_relations import general_relations


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
    blocks: list[Block] = [*general_relations(c, quantities)]
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
    if sum(c.lines(part) for d in displays for part in d.parts) <= c.pages * PER_PAGE:
        return list(displays)
    c.count, c.writer.atoms = before, atoms
    return []


def _recursive(c: Composer, quantity: str) -> list[Block]:
    """Every component from the steps before it."""
    terms = sum(len(e) for i in _links(c, quantity) for e in getattr(c.model.links[i], quantity))
    told = (
        f"In closed form these have {terms:,} terms; they are given from the steps before them, "
        "which is as exact and far shorter."
    )
    blocks: list[Block] = [Paragraph((told,), True)]
    if quantity == "f":
        blocks += _load(c)
    items = [
        Item(c.notation.step(quantity, i), c.recursion.steps[quantity, i], ("step", quantity))
        for i in _links(c, quantity)
    ]
    return [*blocks, *c.vectors(items)]


def _load(c: Composer) -> list[Block]:
    """The force and the moment of a load that has symbols of its own."""
    if not c.recursion.named_load:
        return []
    last = len(c.model.robot.joints) + 1
    items = [
        Item(component_of(c.notation.step(quantity, last), axis), entry, ("step", quantity))
        for quantity, vector in vars(c.recursion.load).items()
        for axis, entry in zip("xyz", vector, strict=True)
    ]
    return c.sums(items, "the force and the moment of the load", "steps")
