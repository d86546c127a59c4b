"""Random robots, drawn twice at once: as the table a user writes, and as plain numbers.

Each draw gives both sides from the same dice, so the plain side knows nothing of how torsor reads
a formula, an angle, an axis, a rotation, a Denavit-Hartenberg row or an elementary transform.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, radians
from typing import Any

import numpy as np
from tests.oracles.plain import Array, PlainJoint, PlainRobot, Wrench
from tests.oracles.random_robots import random_inertia
from tests.oracles.recursion import turn
from tests.truth.bridge import carrying, entries, quaternion_rotation, short, tensor

Z = np.array([0.0, 0.0, 1.0])
LETTERS = dict(zip("xyz", np.eye(3), strict=True))


@dataclass(frozen=True, eq=False)
class Drawn:
    """A table for ``torsor.load``, values for its symbols, and what they must amount to."""

    table: dict[str, Any]
    values: dict[str, float]
    robot: PlainRobot
    payload: Wrench | None


@dataclass(frozen=True)
class Plan:
    """What may be drawn.

    ``axes`` is ``"coordinate"`` or ``"any"``; ``angles`` are some of ``right`` (multiples of 90°),
    ``fifteen`` (of 15°), ``rad`` (any number of radians), ``pi`` (any fraction of π),
    ``quaternion`` and ``named`` (a symbol); ``symbols`` is how often a number is a symbol or an
    expression of symbols.
    """

    kinds: str
    axes: str = "any"
    angles: tuple[str, ...] = ("right", "fifteen", "rad", "pi", "quaternion")
    symbols: float = 0.0
    tree: bool = False
    payload: str = "wrench"


class Dice:
    """Numbers, angles, axes and rotations, each as (what the user writes, what it is)."""

    def __init__(self, rng: np.random.Generator, plan: Plan) -> None:
        self.rng = rng
        self.plan = plan
        self.values: dict[str, float] = {}

    def pick(self, *options: Any) -> Any:
        return options[self.rng.integers(len(options))]

    def symbol(self, stem: str, low: float = -1.0, high: float = 1.0) -> tuple[str, float]:
        """A new symbol with a value."""
        name = f"{stem}_{len(self.values) + 1}"
        self.values[name] = short(self.rng.uniform(low, high))
        return name, self.values[name]

    def number(self, low: float = -1.0, high: float = 1.0) -> tuple[Any, float]:
        """A decimal, a fraction, a symbol or an expression of symbols."""
        if self.rng.random() < self.plan.symbols:
            return self.expression(low, high)
        if self.rng.random() < 0.3:
            value = round(self.rng.uniform(low, high) * 12)
            return f"{value}/12", value / 12
        value = round(self.rng.uniform(low, high), 3)
        return value, value

    def expression(self, low: float, high: float) -> tuple[str, float]:
        """A symbol alone, or in an expression with numbers and another symbol."""
        a, x = self.symbol("l", low, high)
        forms = ["alone", "alone", "sum", "product", "cosine"]
        if low < 0:  # a mass stays positive
            forms += ["difference", "root"]
        form = self.pick(*forms)
        if form == "alone":
            return a, x
        b, y = self.symbol("d", low, high)
        return {
            "sum": (f"{a} + {b}/2", x + y / 2),
            "difference": (f"3/4*{a} - ({b} - 0.25)", 0.75 * x - (y - 0.25)),
            "product": (f"2*{a}*{b} + 1/3", 2 * x * y + 1 / 3),
            "root": (f"{a}*sqrt(2)/2 - {b}", x * 2**0.5 / 2 - y),
            "cosine": (f"{a}*cos(30deg) + {b}^2", x * 3**0.5 / 2 + y * y),
        }[form]

    def three(self, scale: float = 1.0) -> tuple[list[Any], Array]:
        """A vector, now and then with zeros."""
        drawn = [self.number(-scale, scale) for _ in range(3)]
        drawn = [(0, 0.0) if self.rng.random() < 0.25 else pair for pair in drawn]
        return [text for text, _ in drawn], np.array([value for _, value in drawn])

    def axis(self) -> tuple[Any, Array]:
        """A coordinate axis, its negative, or any direction, of any length."""
        letter, sign = self.pick(*"xyz"), self.pick("", "-")
        if self.plan.axes == "coordinate" or self.rng.random() < 0.3:
            return sign + letter, LETTERS[letter] * (-1.0 if sign else 1.0)
        tidy = self.pick([1, 1, 0], [1, -1, 1], [3, 4, 0], [2, 1, -1], [1e-9, 0, 1], *[None] * 5)
        entries = tidy or [round(float(e), 3) for e in self.rng.uniform(-1, 1, 3)]
        if not any(entries):  # pragma: no cover - one draw in 10^9
            entries = [0, 0, 1]
        return entries, np.array(entries, float) / np.linalg.norm(entries)

    def angle(self, *kinds: str) -> tuple[Any, float]:
        """An angle with its unit."""
        options = [k for k in (kinds or self.plan.angles) if k != "quaternion"]
        kind = self.pick(*options)
        if kind == "right":
            count = int(self.rng.integers(-3, 5))
            return self.pick(f"{90 * count}deg", f"{count}*pi/2"), count * pi / 2
        if kind == "fifteen":
            count = int(self.rng.integers(-11, 13))
            return self.pick(f"{15 * count}deg", f"{count}/12*pi"), count * pi / 12
        if kind == "pi":
            count = int(self.rng.integers(-6, 7))
            return f"{count}*pi/7", count * pi / 7
        if kind == "named":
            name, value = self.symbol("alpha", -3, 3)
            return self.pick(
                (name, value),
                (f"-{name}", -value),
                (f"{name} - 90deg", value - pi / 2),
                (f"2*{name} + 30deg", 2 * value + pi / 6),
            )
        if self.rng.random() < 0.2:  # almost a right angle, as 1.57079633 in many files
            digits = int(self.rng.integers(4, 12))
            value = round(int(self.rng.integers(-2, 3)) * pi / 2 + 10.0**-digits, digits)
            return f"{value:.{digits}f}rad", value
        value = round(self.rng.uniform(-3, 3), 3)
        return self.pick((f"{value}rad", value), (f"{10 * value:.2f}deg", radians(10 * value)))

    def rotation(self) -> tuple[Any, Array]:
        """A rotation in one of the ways to write it."""
        if self.plan.angles == ("right",):
            return self.elementary()
        ways = [self.elementary, self.elementary, self.about_an_axis, self.rpy, self.several]
        if "quaternion" in self.plan.angles:
            ways += [self.quaternion, self.quaternion]
        return self.pick(*ways)()

    def elementary(self) -> tuple[str, Array]:
        """``Rx(…) Rz(…)``."""
        texts, result = [], np.eye(3)
        for _ in range(self.rng.integers(1, 3)):
            letter, (text, value) = self.pick(*"xyz"), self.angle()
            texts.append(f"R{letter}({text})")
            result = result @ turn(LETTERS[letter], value)
        return " ".join(texts), result

    def about_an_axis(self) -> tuple[dict[str, Any], Array]:
        """An angle about an axis."""
        (axis, direction), (angle, value) = self.axis(), self.angle()
        return {"axis": axis, "angle": angle}, turn(direction, value)

    def rpy(self) -> tuple[dict[str, Any], Array]:
        """Roll, pitch and yaw about fixed axes, as URDF has them."""
        (roll, x), (pitch, y), (yaw, z) = (self.angle() for _ in range(3))
        about_x, about_y, about_z = (
            turn(axis, value) for axis, value in zip(np.eye(3), (x, y, z), strict=True)
        )
        return {"rpy": [roll, pitch, yaw]}, about_z @ about_y @ about_x

    def quaternion(self) -> tuple[dict[str, Any], Array]:
        """A quaternion of any length, w first."""
        numbers = [round(float(e), 3) for e in self.rng.normal(size=4)]
        return {"quaternion": numbers}, quaternion_rotation(*numbers)

    def several(self) -> tuple[list[Any], Array]:
        """One rotation after another."""
        (first, A), (second, B) = self.elementary(), self.about_an_axis()
        return [first, second], A @ B

    def body(self, label: str) -> tuple[dict[str, Any], tuple[float, Array, Array]]:
        """A link with mass, mass centre and all six moments; its symbols now and then."""
        numbers = [short(e) for e in entries(random_inertia(self.rng))]
        mass, com = self.number(0.5, 5), self.three(0.5)
        inertia = dict(zip(("xx", "yy", "zz", "xy", "xz", "yz"), numbers, strict=True))
        if self.rng.random() >= self.plan.symbols:
            table = {"mass": mass[0], "com": com[0], "inertia": inertia}
            return table, (mass[1], com[1], tensor(numbers))
        own = {f"m{label}": short(self.rng.uniform(0.5, 5))}
        own |= {f"r{e}{label}": short(self.rng.uniform(-0.5, 0.5)) for e in "xyz"}
        own |= {f"I{e}{label}": number for e, number in inertia.items()}
        self.values |= own
        position = np.array([own[f"r{e}{label}"] for e in "xyz"])
        return {}, (own[f"m{label}"], position, tensor(numbers))

    def gravity(self) -> tuple[list[Any], Array]:
        """Downwards by g, or anywhere in numbers."""
        if self.rng.random() < 0.5:
            self.values["g"] = short(self.rng.uniform(9, 10))
            return [0, 0, "-g"], -self.values["g"] * Z
        numbers = [round(float(e), 2) for e in self.rng.uniform(-10, 10, 3)]
        return numbers, np.array(numbers)

    def loaded(
        self, table: dict[str, Any], robot: PlainRobot
    ) -> tuple[dict[str, Any], PlainRobot, Wrench | None]:
        """The table and the plain robot with the load of the plan."""
        kind, _, axes = self.plan.payload.partition(" ")
        if kind == "wrench":
            drawn = [self.number(-20, 20) for _ in range(6)]
            load = {"kind": kind, "axes": axes or "tool", "wrench": [text for text, _ in drawn]}
            numbers = np.array([value for _, value in drawn])
            wrench = Wrench(numbers[:3], numbers[3:], axes=axes or "tool")
            return {**table, "payload": load}, robot, wrench
        if kind == "weight":
            text, mass = self.number(0.5, 5)
            wrench = Wrench(-mass * robot.gravity, np.zeros(3), axes="base")
            return {**table, "payload": {"kind": kind, "mass": text}}, robot, wrench
        if kind == "body":
            link, numbers = self.body("p")
            return {**table, "payload": {"kind": kind, **link}}, carrying(robot, *numbers), None
        return {**table, "payload": "none"}, robot, None


def draw_joints(rng: np.random.Generator, plan: Plan) -> Drawn:
    """A chain or a tree, joint by joint."""
    dice = Dice(rng, plan)
    rows: list[dict[str, Any]] = []
    joints: list[PlainJoint] = []
    for i, kind in enumerate(plan.kinds):
        (axis, direction), (offset, position) = dice.axis(), dice.three()
        (rotation, R), (link, body) = dice.rotation(), dice.body(str(i + 1))
        parent = int(rng.integers(0, i + 1)) if plan.tree else i
        row = {"kind": dice.pick("T", "P") if kind == "T" else kind, "axis": axis}
        row |= {"offset": offset, "rotation": rotation, "link": link}
        rows.append(row if parent == i else {**row, "parent": parent})
        joints.append(PlainJoint(kind, direction, position, R, parent - 1, *body))
    (offset, position), (rotation, R), (gravity, down) = (
        dice.three(),
        dice.rotation(),
        dice.gravity(),
    )
    table = {"joint": rows, "gravity": gravity, "tool": {"offset": offset, "rotation": rotation}}
    robot = PlainRobot(tuple(joints), down, position, R)
    table, robot, payload = dice.loaded(table, robot)
    return Drawn(table, dice.values, robot, payload)


def draw_dh(rng: np.random.Generator, plan: Plan, convention: str) -> Drawn:
    """A Denavit-Hartenberg table; the plain side takes each row apart into fixed joints."""
    dice = Dice(rng, plan)
    rows: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    joints: list[PlainJoint] = []

    def add(kind: str, axis: Array = Z, **placed: Any) -> None:
        joints.append(PlainJoint(kind, axis, parent=len(joints) - 1, **placed))

    for i, kind in enumerate(plan.kinds, 1):
        (alpha, twist), (a, length), (theta, angle), (d, depth) = (
            dice.angle(),
            dice.number(),
            dice.angle(),
            dice.number(),
        )
        link, (mass, com, inertia) = dice.body(str(i))
        links.append(link)
        sign = dice.pick(1, -1)
        moving = f"{'-' if sign < 0 else ''}q{i} + "
        row = {"alpha": alpha, "a": a, "theta": theta, "d": d}
        changed = "theta" if kind == "R" else "d"
        rows.append({**row, changed: moving + f"({row[changed]})"})
        about_x, about_z = turn(LETTERS["x"], twist), turn(Z, angle)
        along_x, along_z = np.array([length, 0, 0]), np.array([0, 0, depth])
        body = {"mass": mass, "com": com, "inertia": inertia}
        if convention == "modified":  # Rx(α) Tx(a) Rz(θ) Tz(d), the link's frame at its end
            add("F", rotation=about_x)
            add("F", offset=along_x, rotation=about_z)
            add("F", offset=along_z)
            add(kind, sign * Z, **body)
        else:  # Rz(θ) Tz(d) Tx(a) Rx(α), the link's frame at its end
            add(kind, sign * Z)
            add("F", rotation=about_z)
            add("F", offset=along_z)
            add("F", offset=along_x, rotation=about_x, **body)
    gravity, down = dice.gravity()
    table: dict[str, Any] = {"dh": {"convention": convention, "rows": rows}}
    table |= {"link": links, "gravity": gravity}
    table, robot, payload = dice.loaded(table, PlainRobot(tuple(joints), down))
    return Drawn(table, dice.values, robot, payload)


def draw_ets(rng: np.random.Generator, plan: Plan) -> Drawn:
    """An elementary transform sequence; on the plain side each element is a joint of its own."""
    dice = Dice(rng, plan)
    pieces: list[str] = []
    links: list[dict[str, Any]] = []
    joints: list[PlainJoint] = []

    def constants() -> None:
        for _ in range(rng.integers(0, 4)):
            letter = dice.pick(*"xyz")
            if rng.random() < 0.5:
                text, value = dice.angle()
                placed: dict[str, Any] = {"rotation": turn(LETTERS[letter], value)}
                pieces.append(f"R{letter}({text})")
            else:
                text, value = dice.number()
                placed = {"offset": value * LETTERS[letter]}
                pieces.append(f"t{letter}({text})")
            joints.append(PlainJoint("F", Z, parent=len(joints) - 1, **placed))

    for i, kind in enumerate(plan.kinds, 1):
        constants()
        letter, sign = dice.pick(*"xyz"), dice.pick(1, -1)
        link, body = dice.body(str(i))
        links.append(link)
        pieces.append(f"{'R' if kind == 'R' else 't'}{letter}({'-' if sign < 0 else ''}q{i})")
        axis = sign * LETTERS[letter]
        mass, com, inertia = body
        parent = len(joints) - 1
        joints.append(PlainJoint(kind, axis, parent=parent, mass=mass, com=com, inertia=inertia))
    constants()
    joints.append(PlainJoint("F", Z, parent=len(joints) - 1))
    gravity, down = dice.gravity()
    table: dict[str, Any] = {"ets": " ".join(pieces), "link": links, "gravity": gravity}
    table, robot, payload = dice.loaded(table, PlainRobot(tuple(joints), down))
    return Drawn(table, dice.values, robot, payload)
