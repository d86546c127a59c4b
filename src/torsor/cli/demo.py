"""``torsor demo``: what Torsor is for, in five steps and some seconds."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent, wrap
from time import perf_counter

LINE = "Rz(q1) tz(q2) tx(l2) ty(l3) ty(q3) ty(l4) Rz(q4) Ry(q5) ty(l6)"
"""The RTTRR robot of Deteşan (2016): the library's, as a line."""

PAPER = "rttrr"
WIDTH = 77
NEXT = """Go on with
   torsor derive rttrr      all of it; --form matrices, --format latex, html
   torsor check rttrr       the paper's misprints, one by one
   torsor list              other robots, or write yours as such a line
   torsor --help            everything else
"""


def demo() -> None:
    """Show what Torsor does: a robot in one line, its equations, their proof, a paper checked.

    Examples:

      torsor demo
    """
    for title, text in _steps():
        print(title)
        print(indent(text, "   "), end="\n\n", flush=True)
    print(NEXT, end="")


def _steps() -> Iterator[tuple[str, str]]:
    from torsor.cli.derive import speed_line
    from torsor.derivation import derive
    from torsor.equations import text
    from torsor.formats.load import load
    from torsor.notation.notation import load_notation
    from torsor.proof.certificate import verify
    from torsor.robot.symbols import parameters

    robot = load(LINE)
    count = len(parameters(robot))
    yield (
        "1  A robot in one line: five joints, two of them slides",
        f"{LINE}\n{count} symbols: masses, mass centres, inertias, lengths, load. No numbers.",
    )
    model = derive(robot)
    shortest = min(range(robot.dof), key=lambda i: model.terms[i])
    left = f"tau{shortest + 1} = "
    rows = text(model.tau[shortest], load_notation(PAPER), WIDTH - len(left))
    equation = left + rows.replace("\n", f"\n{' ' * (len(left) - 4)}")
    yield (
        "2  Its driving forces, of which this is the shortest",
        "\n".join([equation, *wrap(speed_line(model), WIDTH)]),
    )
    certificate = verify(robot)
    proven = [check for check in certificate.checks if check.holds and check.how == "exact"]
    yield (
        f"3  Proven, not tested: {len(proven)} identities in {certificate.seconds:.2f} s",
        "\n".join(check.name for check in proven[:5]) + "\n…",
    )
    yield "4  The paper that published them, judged term by term", _misprint()
    start = perf_counter()
    arm = derive("iiwa")
    terms = sum(arm.terms)
    yield (
        "5  A KUKA iiwa: seven axes, everything symbolic, in normal form",
        f"{terms:,} terms in {perf_counter() - start:.2f} s",
    )


def _misprint() -> str:
    """How many equations are right as printed, and one slip."""
    from torsor.document.printing.text import TextPrinter
    from torsor.referee.comparing.spelling import TermSpeller
    from torsor.referee.errata import summary
    from torsor.referee.paper_check import check_paper

    check = check_paper(PAPER)
    spell = TermSpeller(check.model, check.notation, check.unknown)
    printer = TextPrinter(check.notation.product, check.notation.ascii)
    lines = wrap(summary(check), WIDTH)
    for equation, slip in check.differences():
        if slip.kind == "sign" and slip.printed and slip.derived:
            lines += [f"In equation {equation.label} the paper prints and Torsor derives"]
            lines += [
                f"  {printer.piece(spell.piece(term), True)}"
                for term in (slip.printed, slip.derived)
            ]
            break
    return "\n".join(lines)
