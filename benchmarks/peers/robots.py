"""Library robots as modified Denavit-Hartenberg rows, and one random state for each."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One joint: turn by `alpha` degrees and go `a` along x, then turn and go along z."""

    alpha: int
    a: str = "0"  # a symbol, minus a symbol, or 0
    d: str = "0"
    kind: str = "R"


@dataclass(frozen=True)
class Robot:
    """Rows in order, and the tool's place in the frame of the last joint."""

    rows: tuple[Row, ...]
    tool: tuple[str, str, str] = ("0", "0", "0")


ROBOTS = {
    "puma560": Robot(
        (Row(0), Row(-90), Row(0, a="a2", d="d3"), Row(-90, a="a3", d="d4"), Row(90), Row(-90))
    ),
    "iiwa": Robot(
        (Row(0), Row(-90), Row(90, d="d3"), Row(90), Row(-90, d="d5"), Row(-90), Row(90))
    ),
    "panda": Robot(
        (
            Row(0),
            Row(-90),
            Row(90, d="d3"),
            Row(90, a="a4"),
            Row(-90, a="-a4", d="d5"),
            Row(90),
            Row(90, a="a7"),
        ),
        tool=("0", "0", "df"),
    ),
    "stanford": Robot(
        (Row(0), Row(-90, d="d2"), Row(90, kind="T"), Row(0), Row(-90), Row(90)),
    ),
}

INERTIA = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
PAYLOAD = ("fx", "fy", "fz", "nx", "ny", "nz")


def truncated(robot: Robot, joints: int) -> Robot:
    """Keep the first joints; the tool sits in the frame of the last one kept."""
    return Robot(robot.rows[:joints])


def one_liner(robot: Robot) -> str:
    """Write the robot as an elementary transform sequence, which `torsor.load` takes."""
    words: list[str] = []
    for number, row in enumerate(robot.rows, start=1):
        words += [f"Rx({row.alpha}deg)"] if row.alpha else []
        words += [f"tx({row.a})"] if row.a != "0" else []
        words += [f"tz({row.d})"] if row.d != "0" else []
        words.append(f"{'Rz' if row.kind == 'R' else 'tz'}(q{number})")
    words += [f"t{axis}({way})" for axis, way in zip("xyz", robot.tool, strict=True) if way != "0"]
    return " ".join(words)


def random_values(robot: Robot, seed: int = 1) -> dict[str, float]:
    """Draw a number for every symbol of the model, the state and the payload included."""
    draw = random.Random(seed)
    values = {"g": 9.81}
    for number in range(1, len(robot.rows) + 1):
        values |= {f"{name}{number}": draw.uniform(-2, 2) for name in ("q", "dq", "ddq")}
        values[f"m{number}"] = draw.uniform(1, 5)
        values |= {f"r{axis}{number}": draw.uniform(-0.3, 0.3) for axis in "xyz"}
        values |= {f"{name}{number}": draw.uniform(1, 2) for name in INERTIA[:3]}
        values |= {f"{name}{number}": draw.uniform(-0.3, 0.3) for name in INERTIA[3:]}
    lengths = [length for row in robot.rows for length in (row.a, row.d)] + list(robot.tool)
    for name in sorted({length.lstrip("-") for length in lengths} - {"0"}):
        values[name] = draw.uniform(0.1, 0.5)
    return values | {name: draw.uniform(-5, 5) for name in PAYLOAD}
