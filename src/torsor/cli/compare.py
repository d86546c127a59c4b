"""``torsor derive --compare``: the three methods side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torsor.cli.common import print_json, working

if TYPE_CHECKING:
    from torsor.robot.robot import Robot


def compare_methods(robot: Robot, json: bool) -> None:
    """Derive by every method that applies and print time, terms, and whether they are equal."""
    from torsor.derive import METHODS, derive

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
        print_json({"robot": robot.name, "methods": rows})
        return
    print(f"{robot.name}: the driving forces by {len(rows)} methods")
    for method, model in models.items():
        same = "" if model is first else ", equal" if model.tau == first.tau else ", DIFFERENT"
        total = sum(model.terms)
        print(f"  {method:<13} {1000 * model.seconds:8.1f} ms  {total:>7} terms{same}")
