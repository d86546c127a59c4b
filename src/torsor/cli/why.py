"""``torsor why``: where a term of a driving force comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.common import print_json, working
from torsor.cli.options import AS_DESCRIBED, JsonOption, RobotArgument, Variant, complete_notation

if TYPE_CHECKING:
    from torsor.explanation import Target, Why
    from torsor.mechanics.trace import Origin, Station
    from torsor.model import Model

SHOWN = 4
INDENT = 12


def why(
    robot: RobotArgument,
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="A driving force (tau1) or an entry (M[1,2], C11, g1), counted from 1.",
        ),
    ],
    term: Annotated[
        str, typer.Argument(metavar="TERM", help="A product, as 'dq1*dq4*m5', or as it is printed.")
    ],
    notation: Annotated[
        str, typer.Option(help="The notation to print in.", autocompletion=complete_notation)
    ] = "",
    variant: Variant = AS_DESCRIBED,
    everything: Annotated[bool, typer.Option("--all", help="Show the way of every term.")] = False,
    json: JsonOption = False,
) -> None:
    """Tell where a term comes from: its effect, the link that brings it, and its way.

    Every term that contains the given factors is found and traced through the two passes.

    Examples:

      torsor why rttrr tau1 "dq1*dq4*m5*ry5"

      torsor why trtrr tau4 Ixx5

      torsor why rttrr tau3 fz

      torsor why rttrr M[1,4] "m₅"
    """
    from torsor.derivation import derive
    from torsor.equations.printed_terms import why as trace
    from torsor.notation.notation import load_notation

    wanted = variant.load(robot)
    hand = load_notation(notation or wanted.notation or "standard")
    with working(f"tracing {wanted.name}"):
        model = derive(wanted)
        found = trace(model, target, term, notation)
    if json:
        print_json(as_json(model, found))
        return
    _print(model, found, hand, everything)


def as_json(model: Model, found: Why) -> dict[str, Any]:
    """The origins as plain data, expressions in the plain notation."""
    return {
        "robot": model.robot.name,
        "target": str(found.target),
        "term": found.asked,
        "matches": [
            {
                "terms": [str(t) for t in origin.terms],
                "effect": origin.effect,
                "drive": origin.drive or None,
                "link": origin.link or None,
                "brought_by": list(origin.brought_by),
                "brings": str(origin.arrived),
                "steps": [
                    {
                        "step": s.step,
                        "link": s.link or None,
                        "component": s.component,
                        "part": str(s.part),
                    }
                    for s in origin.stations
                ],
            }
            for origin in found.origins
        ],
    }


def _print(model: Model, found: Why, hand: Any, everything: bool) -> None:
    from torsor.equations.documents import Style, Writer

    writer = Writer(model, Style(hand))
    print(f"{found.count} of the {found.total} terms of {found.target} contain {found.asked}.")
    shown = found.origins if everything else found.origins[:SHOWN]
    for origin in shown:
        _print_origin(model, origin, writer, found.target)
    if len(shown) < len(found.origins):
        left = len(found.origins) - len(shown)
        print(f"\n{left} more; --all shows them, more factors narrow the question.")


def _print_origin(model: Model, origin: Origin, writer: Any, target: Target) -> None:
    from torsor.cli.common import screen_width
    from torsor.document.printing.text import TextPrinter
    from torsor.equations.expression import text_equation
    from torsor.mechanics.effects import MEANINGS

    hand = writer.style.notation
    printer = TextPrinter(hand.product, hand.ascii)

    def spelled(expression: Any, left: str = "") -> str:
        (tree,), _ = writer.trees([expression])
        room = screen_width() - (INDENT if left else 0)
        return text_equation(left, writer.speller.pieces(tree), hand, room)

    print("\n" + spelled(model.ring.from_term_list(origin.terms)))
    print(f"  effect  {MEANINGS[origin.drive or origin.effect]}")
    by = ", ".join(printer.glyph(writer.speller.glyph(n)) for n in origin.brought_by)
    kind = "joint" if origin.drive else "body" if model.robot.bodies else "link"
    bearer = "the load" if not origin.link else f"{kind} {origin.link}"
    print(f"  from    {bearer}" + (f", by {by}" if by else ""))
    if origin.drive:
        print("  way     at the joint itself")
        return
    if model.robot.bodies:
        print("  way     the body's own motion; the robot is given by bodies, without joints")
        return
    print("  way     outwards" if origin.link else "  way     at the tool")
    turned = False
    for station in origin.stations:
        if station.step in ("f", "n") and not turned:
            turned = True
            print("          inwards")
        left = _left(station, writer, printer)
        lines = spelled(station.part, left).splitlines()
        print("\n".join(" " * INDENT + line for line in lines))
    left = str(target)
    if target.name == "tau":
        left = printer.glyph(writer.speller.glyph(left))
    lines = spelled(origin.arrived, f"{left} gets").splitlines()
    print("          along the axis")
    print("\n".join(" " * INDENT + line.replace(" gets = ", " gets ") for line in lines))


def _left(station: Station, writer: Any, printer: Any) -> str:
    from torsor.notation.glyph import component_of

    if not station.link:
        return f"{station.step} {station.component}"
    step = writer.style.notation.step(station.step, station.link)
    return str(printer.glyph(component_of(step, station.component)))
