"""``torsor derive``: the equations of motion, to read."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.common import check_format, deliver_document, print_json, spell, working
from torsor.cli.options import (
    AS_DESCRIBED,
    FormatOption,
    JsonOption,
    MethodOption,
    NotationOption,
    OutputOption,
    PublishedOption,
    RobotArgument,
    ShorterOption,
    Variant,
    split_commas,
)
from torsor.cli.paper_options import AS_USUAL, PaperOptions

if TYPE_CHECKING:
    from torsor.model import Model

READABLE = 2000
"""Terms that a terminal is given unasked."""


def derive(
    robot: RobotArgument,
    method: MethodOption = "",
    form: Annotated[
        str,
        typer.Option(
            help="tau; matrices (M, C, g); steps (every step of the passes); energies; "
            "base (base parameters)."
        ),
    ] = "tau",
    values: Annotated[
        str, typer.Option(help="JSON or TOML file of numbers to put in; the rest stays symbolic.")
    ] = "",
    set_: Annotated[
        list[str], typer.Option("--set", help="NAME=VALUE to put in; may be repeated.")
    ] = [],  # noqa: B006
    published: PublishedOption = False,
    digits: Annotated[
        int, typer.Option(help="Round numbers to so many significant digits; 0 keeps them exact.")
    ] = 0,
    notation: NotationOption = "",
    format: FormatOption = "text",
    standalone: Annotated[
        bool, typer.Option("--standalone", help="With latex: a whole document.")
    ] = False,
    paper: PaperOptions = AS_USUAL,
    shorter: ShorterOption = "",
    collect: Annotated[
        str, typer.Option(help="Collect by acceleration, velocity, motion or parameter.")
    ] = "",
    intermediates: Annotated[
        bool, typer.Option("--intermediates", help="Name repeated sums σ₁, σ₂, …")
    ] = False,
    depth: Annotated[int, typer.Option(help="Levels of factoring for intermediates.")] = 4,
    size: Annotated[int, typer.Option(help="Fewest terms worth a name of their own.")] = 2,
    relations: Annotated[
        bool, typer.Option("--relations", help="With steps: general vector relations first.")
    ] = False,
    variant: Variant = AS_DESCRIBED,
    compare: Annotated[
        bool, typer.Option("--compare", help="The three methods side by side: time, terms, equal.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Print even very long equations on the terminal.")
    ] = False,
    output: OutputOption = "",
    json: JsonOption = False,
) -> None:
    """Derive the exact equations of motion and print them.

    Examples:

      torsor derive rttrr

      torsor derive trtrr --form steps --relations --format latex --standalone -o trtrr.tex

      torsor derive scara --form matrices --values cad.json --digits 5

      torsor derive "Rz(q1) tx(l1) Rz(q2) tx(l2)" --shorter squares,sums --collect motion

      torsor derive ur5e --published --payload none --form matrices --digits 4 -o ur5e.txt

      torsor derive scara --form matrices --format latex --columns 2 --labels eq -o scara.tex

      torsor derive rttrr --format docx -o rttrr.docx

      torsor derive scara --form energies --method lagrange

      torsor derive iiwa --compare

      torsor derive puma560 --form base --json
    """
    from torsor.cli.values import read_values
    from torsor.derivation import derive as derive_model
    from torsor.equations.documents import Style
    from torsor.equations.sections import document
    from torsor.errors import TorsorError
    from torsor.notation.notation import load_notation

    wanted = variant.load(robot)
    if compare:
        from torsor.cli.compare import compare_methods

        compare_methods(wanted, json, output)
        return
    hand = load_notation(notation or wanted.notation or "standard")
    style = Style(hand, split_commas(shorter), collect, intermediates, depth, size, relations)
    check_format(format, output)
    layout = paper.layout(format)
    if not 0 <= digits <= 1000:
        raise TorsorError(f"--digits {digits}: expected 0 to 1000")
    numbers = read_values(wanted, values, set_, published)
    with working(f"deriving {wanted.name}"):
        model = derive_model(wanted, method or None)
        if numbers or digits:
            model = model.at(numbers, digits)
    if json:
        with working("writing"):
            data = as_json(model, form)
        print_json(data, output)
        return
    on_screen = format == "text" and not output and sys.stdout.isatty()
    total = sum(model.terms)
    if on_screen and total > READABLE and not everything and form == "tau" and not intermediates:
        _summary(model)
        return
    with working("writing"):
        shown = document(model, style, form, carried=not (values or set_ or published or digits))
        deliver_document(shown, format, output, standalone, layout)
    if format == "text" and not output:
        print(f"\n{speed_line(model)}", file=sys.stderr if not on_screen else sys.stdout)


def speed_line(model: Model) -> str:
    """How fast, in a line."""
    terms = ", ".join(map(str, model.terms))
    return (
        f"Derived in {1000 * model.seconds:.1f} ms, exactly and in normal form: "
        f"{sum(model.terms)} terms ({terms})."
    )


def _summary(model: Model) -> None:
    print(f"{model.robot.name} ({model.robot.structure})")
    for i, count in enumerate(model.terms, 1):
        print(f"  tau{i}: {count} terms")
    print(speed_line(model))
    print("Too long to read here: -o FILE writes it, --intermediates shortens it, --all prints it.")


def as_json(model: Model, form: str) -> dict[str, Any]:
    """The contract's fields, expressions in the plain notation."""
    from torsor.equations.sections import FORMS_OF_MODEL
    from torsor.errors import UnknownNameError
    from torsor.mechanics.newton_euler import STEPS

    if form not in FORMS_OF_MODEL:
        raise UnknownNameError(f"no form {form!r}; expected {', '.join(FORMS_OF_MODEL)}")
    data: dict[str, Any] = {
        "robot": model.robot.name,
        "method": model.method,
        "seconds": model.seconds,
        "hypotheses": list(model.robot.hypotheses),
        "terms": model.terms,
        "tau": spell(model.tau),
    }
    if form == "matrices":
        shares = ("M", "C", "g", "payload", "friction", "spring")
        data |= {name: spell(getattr(model, name)) for name in shares}
    if form == "energies":
        energies = ("K", "U", "L", "kinetic", "potential")
        data |= {name: spell(getattr(model.energies, name)) for name in energies}
        steps = ("momenta", "momentum_rates", "L_q")
        data |= {name: spell(getattr(model.lagrange, name)) for name in steps}
    if form == "base":
        base = model.base_parameters
        data["base_parameters"] = [
            {"name": p.name, "value": str(p.value), "grouped": spell(dict(p.grouped))}
            for p in base.parameters
        ]
        data["without_effect"] = list(base.without_effect)
    if form == "steps":
        data["links"] = {
            str(i): {name: spell(getattr(link, name)) for name in STEPS}
            for i, link in model.links.items()
        }
    return data
