"""``torsor classify``: which structure of the atlas a robot is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from torsor.cli.common import print_json, working
from torsor.cli.options import AssumeOption, JsonOption, NoHypothesesOption, RobotArgument, Variant

if TYPE_CHECKING:
    from torsor.studies.atlas.classifying import Classification


def classify(
    robot: RobotArgument,
    assume: AssumeOption = [],  # noqa: B006
    no_hypotheses: NoHypothesesOption = False,
    everything: bool = typer.Option(False, "--all", help="Show every parameter."),
    json: JsonOption = False,
) -> None:
    """Find the structure of the atlas that a robot is, and prove it; exit status 1 if that fails.

    Frames are laid anew, axes reversed and zeros shifted until the robot's joints are those of a
    structure along x, y and z. Each parameter of the structure is then told in the robot's own
    symbols, and with these the structure's driving forces are exactly the robot's.

    Examples:

      torsor classify rttrr

      torsor classify 'Rz(q1) tx(l1) Rx(90deg) Rz(q2)' --all

      torsor classify atlas:RTTRR-zzyzy

      torsor classify puma560 --json
    """
    from torsor.studies.atlas.classifying import classify as find

    wanted = Variant("", assume, no_hypotheses).load(robot)
    with working(f"classifying {wanted.name}"):
        found = find(wanted)
    if json:
        print_json(found.data)
    else:
        print("\n".join(describe_classification(found, everything)))
    if not found.proven:
        raise typer.Exit(1)


def describe_classification(found: Classification, everything: bool = False) -> list[str]:
    """The structure and the mapping for a terminal."""
    verdict = "proven: the driving forces are equal" if found.proven else "NOT proven"
    lines = [f"{found.robot.name} is {found.name}, {verdict}", ""]
    coordinates = {q: told for q, told in found.coordinates.items() if everything or told != q}
    lines += _told("its coordinates, by the robot's", coordinates, "as they are")
    if found.twists:
        lines += _told("its twists", found.twists, "")
    lines += _told("its lengths", {n: str(v) for n, v in found.lengths.items()}, "none")
    rest = {n: str(v) for n, v in found.parameters.items() if n not in found.lengths}
    shown = {n: v for n, v in rest.items() if everything or v not in (n, "0")}
    lines += _told("its masses, inertias, gravity", shown, "as they are")
    zero = [n for n in found.zero if n not in found.lengths]
    if zero and not everything:
        lines += _told("of these, zero", {}, ", ".join(zero))
    return lines


def _told(title: str, rows: dict[str, str], none: str) -> list[str]:
    """A title, and under it the structure's symbols in the robot's."""
    if not rows:
        return [f"{title}: {none}"]
    width = max(map(len, rows))
    return [f"{title}:", *(f"  {name:<{width}} = {value}" for name, value in rows.items())]
