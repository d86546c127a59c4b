"""``torsor derive --compare``: the three methods side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from torsor.cli.common import deliver, print_json, working

if TYPE_CHECKING:
    from torsor.robot.robot import Robot


def compare_methods(robot: Robot, json: bool, output: str = "") -> None:
    """Derive by every method that applies and print time, terms, and whether they are equal."""
    from torsor.derivation import derive
    from torsor.mechanics.methods import METHODS

    methods = [m for m in METHODS if not (m == "newton-euler" and robot.bodies)]
    with working(f"deriving {robot.name}"):
        models = {method: derive(robot, method) for method in methods}
    first = next(iter(models.values()))
    rows = [
        {
            "method": method,
            "seconds": model.seconds,
            "terms": model.terms,
            "equal": model.tau == first.tau,
        }
        for method, model in models.items()
    ]
    if json:
        print_json({"robot": robot.name, "methods": rows}, output)
    else:
        lines = [f"{robot.name}: the driving forces by {len(rows)} methods"]
        for method, model in models.items():
            same = "" if model is first else ", equal" if model.tau == first.tau else ", DIFFERENT"
            time, total = f"{1000 * model.seconds:8.1f} ms", sum(model.terms)
            lines.append(f"  {method:<13} {time}  {total:>7} terms{same}")
        deliver("\n".join(lines) + "\n", output)
    if not all(row["equal"] for row in rows):
        raise typer.Exit(1)
