"""``torsor diff``: two models against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.common import print_json, working
from torsor.cli.options import JsonOption, RobotArgument, SetOption, Variant, complete_robot

if TYPE_CHECKING:
    from torsor.referee.model_diff import ForceDiff, ModelDiff

SHOWN = 12


def diff(
    a: RobotArgument,
    b: Annotated[
        str, typer.Argument(metavar="OTHER", help="The other robot.", autocompletion=complete_robot)
    ],
    assume: Annotated[
        list[str], typer.Option("--assume", help="A hypothesis for the other robot.")
    ] = [],  # noqa: B006
    payload: Annotated[str, typer.Option("--payload", help="A load for both.")] = "",
    values: Annotated[
        str, typer.Option(help="Numbers for every parameter: weighs the differing terms.")
    ] = "",
    set_: SetOption = [],  # noqa: B006
    everything: Annotated[bool, typer.Option("--all", help="Show every differing term.")] = False,
    json: JsonOption = False,
) -> None:
    """Compare two robots' driving forces, term by term.

    Examples:

      torsor diff rttrr rttrr --assume principal_axes

      torsor diff rttrr rttrr --assume principal_axes --values numbers.json

      torsor diff my-arm.toml puma560 --json
    """
    from torsor.cli.values import read_values
    from torsor.referee.model_diff import diff as compare

    first = Variant(payload).load(a)
    second = Variant(payload, assume).load(b)
    with working("comparing"):
        numbers = read_values(first, values, set_) if values or set_ else None
        found = compare(first, second, numbers)
    if json:
        print_json(as_json(found))
        return
    _print(found, everything)


def as_json(found: ModelDiff) -> dict[str, Any]:
    """The differences as plain data, expressions in the plain notation."""
    return {
        "a": found.a.robot.name,
        "b": found.b.robot.name,
        "equal": found.equal,
        "forces": [
            {
                "target": f"tau[{f.number}]",
                "a": f.comparison.printed,
                "b": f.comparison.derived,
                "share": f.share,
                "differences": [
                    {
                        "kind": d.kind,
                        "a": d.printed.term.text if d.printed and d.printed.term else None,
                        "b": str(d.derived) if d.derived else None,
                    }
                    for d in f.comparison.differences
                ],
                "weights": [{"term": str(w.term), "share": w.share} for w in f.weights],
            }
            for f in found.forces
        ],
    }


def _print(found: ModelDiff, everything: bool) -> None:
    hypotheses = ", ".join(found.b.robot.hypotheses)
    other = found.b.robot.name + (f" with {hypotheses}" if hypotheses else "")
    print(f"{found.a.robot.name} against {other}")
    if found.equal:
        print("The two models are equal.")
    for force in found.forces:
        if not force.comparison.right:
            _print_force(force, everything)


def _text(monomial: Any) -> str:
    return str(monomial.term.text) if monomial and monomial.term else "–"


def _print_force(force: ForceDiff, everything: bool) -> None:
    comparison = force.comparison
    print(f"\ntau{force.number}: {comparison.printed} terms against {comparison.derived}")
    if force.share is not None:
        print(
            f"  they differ by at most {100 * force.share:.3g} % of the largest tau{force.number}"
        )
    if force.weights:
        rows = [(f"{100 * w.share:8.3g} %", str(w.term)) for w in force.weights]
    else:
        rows = [
            (
                f"{d.kind:<11}",
                f"{_text(d.printed)}  |  {d.derived or '–'}",
            )
            for d in comparison.differences
        ]
    for mark, text in rows if everything else rows[:SHOWN]:
        print(f"  {mark}  {text}")
    if len(rows) > SHOWN and not everything:
        print(f"  … {len(rows) - SHOWN} more; --all shows them")
