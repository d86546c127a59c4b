"""The driving forces and the matrix form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from torsor.algebra.expression import Expression
from torsor.document.blocks import Block, Display, Heading, Paragraph, Symbol, Text
from torsor.document.printing.tokens import Word
from torsor.notation.glyph import Glyph
from torsor.reporting.composer import Composer, Item


def forces_section(c: Composer) -> list[Block]:
    """The generalised driving forces, in closed form where they fit."""
    model = c.model
    method = {
        "newton-euler": "the joint's force or moment along its axis",
        "lagrange": "the rate of its momentum less the slope of the Lagrangian",
        "virtual-work": "the work of all forces on the motion of its coordinate alone",
    }[model.method]
    counts = ", ".join(f"{n:,}" for n in model.terms)
    told = f"Each driving force is {method}. In normal form they have {counts} terms"
    items = [
        Item(c.writer.speller.glyph(f"tau{i}"), force, ("tau", kind_of(c, i)))
        for i, force in enumerate(model.tau, 1)
    ]
    along: list[Block] = []
    if not model.robot.bodies and sum(model.terms) > 2 * c.most_lines * 8:
        along = _along_the_axes(c)
    closed = c.sums(items, "the driving forces in closed form", "tau", 2, grouped=True)
    if all(isinstance(block, Display) for block in closed):
        told += ", here gathered by the accelerations and velocities that they are multiplied by"
    lead = Paragraph((f"{told}.",), True)
    return [Heading("Generalised driving forces"), lead, *along, *closed]


def kind_of(c: Composer, coordinate: int) -> str:
    """R for a coordinate that turns, T for one that slides."""
    turning = {f"q{k}" for k in range(1, c.model.robot.dof + 1)} - c.writer.speller.slides
    return "R" if f"q{coordinate}" in turning else "T"


def _along_the_axes(c: Composer) -> list[Block]:
    """The driving forces from the joint forces and moments of the inward pass."""
    found = c.recursion
    model = c.model.symbolic
    blocks: list[Block] = []
    for k in range(1, c.model.robot.dof + 1):
        drives = model.rotors[k - 1] + model.spring[k - 1] + model.friction[k - 1]
        value = found.tau[k - 1] + c.model.ring.coerce(drives).to(found.ring)
        glyph = c.writer.speller.glyph(f"tau{k}")
        blocks.append(c.sum(Item(glyph, value, ("tau", kind_of(c, k)))))
    return blocks


def matrices_section(c: Composer) -> list[Block]:
    """M, C and g, and the shares of load, friction and springs."""
    model = c.model
    n = len(model.tau)
    comma = "," if n > 9 or c.notation.ascii else ""

    def entry(name: str, index: str) -> Glyph:
        glyph = c.notation.step(name, index)
        return glyph if c.notation.ascii else replace(glyph, sub=index)

    shares = [
        ("Load", "payload", "P", model.payload),
        ("Friction", "friction", "R", model.friction),
        ("Springs", "spring", "S", model.spring),
    ]
    kept = [share for share in shares if any(share[3])]
    blocks: list[Block] = [Heading("Matrix form"), *_equation_of_motion(c, kept)]
    blocks.append(Heading("Mass matrix (symmetric)", 2))
    M = [
        Item(entry("M", f"{i + 1}{comma}{j + 1}"), model.M[i][j], ("entry", "M"))
        for i in range(n)
        for j in range(i, n)
    ]
    blocks += c.sums(M, "the entries of the mass matrix", "matrices")
    if not any(isinstance(block, Display) for block in blocks[3:]):
        told = (
            "Column j is what the passes give for the driving forces when the j-th acceleration is "
            "one and all else is zero: other accelerations, velocities, gravity and load."
        )
        blocks.append(Paragraph((told,)))
    blocks.append(Heading("Coriolis and centrifugal matrix (Christoffel)", 2))
    C = [
        Item(entry("C", f"{i + 1}{comma}{j + 1}"), model.C[i][j], ("entry", "C"))
        for i in range(n)
        for j in range(n)
    ]
    blocks += c.sums(C, "the entries of the Coriolis matrix", "matrices")
    blocks.append(Heading("Gravity", 2))
    g = [Item(entry("g", f"{i + 1}"), model.g[i], ("entry", "g")) for i in range(n)]
    blocks += c.sums(g, "the entries of the gravity vector", "matrices")
    for title, family, letter, share in kept:
        blocks.append(Heading(title, 2))
        items = [
            Item(_share(c, family, letter, i + 1), share[i], ("share", family)) for i in range(n)
        ]
        blocks += c.sums(items, f"the share of {title.lower()}", "matrices")
    return blocks


def _share(c: Composer, family: str, letter: str, number: int) -> Glyph:
    if c.notation.ascii:
        return c.notation.step(family, number)
    return c.writer.speller.glyph(f"tau{number}").with_sub(letter)


def _equation_of_motion(
    c: Composer, shares: Sequence[tuple[str, str, str, Sequence[Expression]]]
) -> list[Block]:
    """How the pieces add up, for the driving force i."""
    if c.notation.ascii:
        return []
    pattern = c.notation.symbols.get("tau<i>", Glyph("τ", "<i>"))
    tau = c.uses(pattern.filled({"i": "i"}), "tau", "i")
    rates = [
        c.uses(c.notation.symbols[f"{name}<i>"].filled({"i": "j"}), "rate", name)
        for name in ("ddq", "dq")
    ]

    def of(name: str, index: str) -> Glyph:
        return c.uses(replace(c.notation.step(name, index), sub=index), "entry", name)

    words: list[Word] = ["Σ_j", "(", of("M", "ij"), rates[0], "+", of("C", "ij"), rates[1], ")"]
    words += ["+", of("g", "i")]
    for _, family, letter, _ in shares:
        words += ["+", c.uses(tau.with_sub(letter), "share", family)]
    effects = "inertia, Coriolis and centrifugal effects" + ("," if shares else " and")
    more = " gravity and further shares:" if shares else " gravity:"
    told: Text = ("The driving forces ", Symbol((tau,)), f" fall into {effects}{more}")
    return [Paragraph(told, True), c.words(((tau,), words))]
