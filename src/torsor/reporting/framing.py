"""What frames a report: its subtitle, its summary, and the appendix of named intermediates."""

from __future__ import annotations

from torsor.document.blocks import Block, Display, Heading, Paragraph, Part, Text
from torsor.reporting.composer import Composer
from torsor.reporting.printed_numbers import DIGITS


def write_subtitle(c: Composer, identified: bool) -> str:
    """How the robot is built, and how its model was derived."""
    robot, model = c.model.robot, c.model
    method = {
        "newton-euler": "Newton–Euler",
        "lagrange": "Euler–Lagrange",
        "virtual-work": "virtual work",
    }[model.method]
    what = "" if robot.structure in robot.name else f"{robot.structure}, "
    numbers = ", with numbers put in" if c.numbers.put else ""
    numbers = ", with numbers identified from measurements" if identified else numbers
    return f"{what}{robot.dof} coordinates, derived exactly by {method}{numbers}"


def write_summary(c: Composer) -> Text:
    """What the reader holds, in a few sentences."""
    model, robot = c.model, c.model.robot
    what = "given by its bodies" if robot.bodies else "a chain of rigid links"
    told = f"{robot.name}, {what}, is modelled exactly: every equation below is an identity "
    told += "in normal form, with no approximation beyond the hypotheses listed. "
    if c.measured:
        told += f"Numbers, in SI units, are printed to {DIGITS} digits; the derivation is exact. "
    told += f"The driving forces have {sum(model.terms):,} terms in all. "
    told += f"A form that would take more than {c.pages} page{'s' * (c.pages > 1)} (the driving "
    told += "forces: twice that) is given with "
    told += "named intermediates, from the steps before it, or by the command that writes it. "
    told += f"Symbols are those of the notation {c.notation.name}; every one is explained in the "
    return (told + "table of symbols.",)


def define_intermediates(c: Composer) -> list[Block]:
    """The definitions of the named intermediates."""
    if not c.definitions:
        return []
    blocks: list[Block] = [Heading("Named intermediates", 1, True)]
    told = "Each is made of parameters, coordinates and those before it."
    blocks.append(Paragraph((told,), True))
    for glyph, pieces in c.definitions:
        c.uses(glyph, "sigma")
        blocks.append(Display(c.number(), (Part((glyph,), pieces),)))
    return blocks
