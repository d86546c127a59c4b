"""Where the frames are and how they move: transforms, tool, velocities."""

from __future__ import annotations

from typing import Any

from torsor.algebra.scalars.ring import RingScalar
from torsor.document.blocks import Block, Display, Heading, Paragraph, Symbol
from torsor.mechanics.kinematics import jacobian, poses
from torsor.notation.glyph import Glyph
from torsor.reporting.composer import Composer, Item
from torsor.reporting.sections.passes import steps
from torsor.spatial.vectors import Matrix, Vector


def kinematics_section(c: Composer) -> list[Block]:
    """Transforms between neighbours, the tool seen from the base, velocities."""
    chain = c.model.chain
    blocks: list[Block] = [Heading("Kinematics"), Heading("Transforms", 2)]
    R, p = c.step("R", "i"), c.step("p", "i")
    told = (
        Symbol((R,)), " turns vectors of link i into the axes of the link before it; ",
        Symbol((p,)), " is the origin of frame i in that frame.",
    )  # fmt: skip
    blocks.append(Paragraph(told, True))
    placed = [(link.number, link.R, link.p) for link in chain.links]
    placed.append((len(chain.links) + 1, chain.R_tool, chain.p_tool))
    for number, turned, offset in placed:
        blocks += _transform(c, number, turned, offset)
    blocks += _tool(c)
    blocks += [Heading("Velocities and angular accelerations", 2)]
    blocks += steps(c, ("omega", "epsilon", "v", "v_C"))
    return blocks


def _transform(
    c: Composer, number: int, R: Matrix[RingScalar], p: Vector[RingScalar]
) -> list[Block]:
    """R and p side by side, where they fit."""
    turned = Item(c.step("R", number), R, ("step", "R"))
    offset = Item(c.step("p", number), p, ("step", "p"))
    matrix = c.matrix(turned)
    if matrix is None:
        return [*_entries(c, turned), *c.vector(offset)]
    column = c.matrix(Item(offset.left, [[e] for e in p], offset.family))
    if column is None or _wide(c, matrix.entries) + _wide(c, column.entries) > 30:
        return [Display(c.number(), (matrix,)), *c.vector(offset)]
    return [Display(c.number(), (matrix, column))]


def _wide(c: Composer, entries: Any) -> float:
    columns = zip(*entries, strict=True)
    return sum(max(c.ruler.sum(e) for e in column) + 1 for column in columns)


def _entries(c: Composer, item: Item) -> list[Block]:
    items = [
        Item(item.left.with_sub(f",{i}{j}"), entry, item.family)
        for i, row in enumerate(item.value, 1)
        for j, entry in enumerate(row, 1)
    ]
    return c.sums(items, "the entries of the rotation", "steps")


def _tool(c: Composer) -> list[Block]:
    """Position and orientation of the tool, and its Jacobian's columns, in base axes."""
    chain, ring = c.model.chain, c.model.ring
    pose = poses(chain)["tool"]
    J = jacobian(chain)
    blocks: list[Block] = [Heading("The tool seen from the base", 2)]
    position = Item(Glyph("p", "t", pre="0", accent="bar"), pose.p, ("tool", "p"))
    turned = Item(Glyph("R", "t", pre="0"), pose.R, ("tool", "R"))
    size = sum(len(ring.coerce(e)) for e in (*pose.p, *(e for row in pose.R for e in row)))
    if size > c.most_lines * 6:
        told = f"Position and orientation of the tool have {size:,} terms and are left out."
        return [*blocks, Paragraph((told,))]
    blocks += c.vector(position)
    matrix = c.matrix(turned)
    blocks += [Display(c.number(), (matrix,))] if matrix else _entries(c, turned)
    columns = [
        Item(Glyph("J", f"{letter}{k}", accent="bar"), Vector(row[k - 1] for row in rows), family)
        for letter, rows, family in (("v", J.J_v, ("tool", "J_v")), ("ω", J.J_w, ("tool", "J_w")))
        for k in range(1, chain.dof + 1)
    ]
    terms = sum(len(ring.coerce(e)) for item in columns for e in item.value)
    if terms > c.most_lines * 4:
        told = f"The columns of the tool's Jacobian have {terms:,} terms and are left out."
        return [*blocks, Paragraph((told,))]
    told = (
        "The velocity of the tool's origin and the angular velocity of the tool, in base axes, are "
        "the sums of these columns times the joint velocities:"
    )
    blocks.append(Paragraph((told,), True))
    return [*blocks, *c.vectors(columns)]
