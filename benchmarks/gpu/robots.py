"""The robots that are measured, with numbers, and the same as rows for the peers' recursion."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Any

from benchmarks.peers.robots import ROBOTS, random_values

MEASURED = ("iiwa", "puma560")


@cache
def arm_of(name: str) -> Any:
    """A library robot with every parameter a number of its own."""
    import torsor
    from torsor.program.functions.preparation import prepare_robot, settable

    robot = torsor.load(name)
    values = random_values(ROBOTS[name])
    wanted = settable(prepare_robot(robot))
    return torsor.compile(robot, {n: v for n, v in values.items() if n in wanted})


def rows_of(name: str) -> list[dict[str, Any]]:
    """Each joint's placement and link: what a plain recursion works with."""
    values = random_values(ROBOTS[name])

    def length(text: str) -> float:
        return 0.0 if text == "0" else values[text.lstrip("-")] * (-1 if text[0] == "-" else 1)

    rows = []
    for k, row in enumerate(ROBOTS[name].rows, 1):
        c, s = round(cos(row.alpha * pi / 180)), round(sin(row.alpha * pi / 180))
        d = length(row.d)
        xx, yy, zz, xy, xz, yz = (values[f"I{n}{k}"] for n in ("xx", "yy", "zz", "xy", "xz", "yz"))
        rows.append(
            {
                "turn": [c, s],
                "offset": [length(row.a), -s * d, c * d],
                "mass": values[f"m{k}"],
                "centre": [values[f"r{axis}{k}"] for axis in "xyz"],
                "inertia": [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]],
                "gravity": values["g"],
            }
        )
    return rows
