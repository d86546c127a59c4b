"""Robots as random texts of about a kilobyte: sequences and tables with random expressions."""

from __future__ import annotations

import json
from random import Random


def expression(random: Random, stem: str, depth: int = 3) -> str:
    """Sums, products and powers of names, numbers, sines and roots."""
    if depth == 0 or random.random() < 0.25:
        names = [f"{stem}{random.randint(1, 9)}", random.choice("abc"), str(random.randint(0, 9))]
        names += ["0.123456789", "sqrt(2)", f"sin({random.choice('uv')})", "1/3"]
        return random.choice(names)
    inner = [expression(random, stem, depth - 1) for _ in range(random.choice((2, 2, 3, 5, 9)))]
    kind = random.random()
    if kind < 0.5:
        return "(" + random.choice((" + ", " - ")).join(inner) + ")"
    if kind < 0.8:
        return "*".join(inner[:3])
    return f"({inner[0]})^{random.choice((2, 2, 3, 4, 7, 20, 64))}"


def angle(random: Random, k: int) -> str:
    """A constant angle: right, of fifteen degrees, named, a sum of names, or any."""
    return random.choice(
        (
            "90deg", "180deg", "-90deg", "15deg", "45deg", "30deg", f"a{k}", f"a{k} + b{k}",
            f"{random.randint(2, 24)}*a{k} - b", "0.3rad", "7deg", "a + b + c + d", "pi/7",
        )
    )  # fmt: skip


def sequence(random: Random) -> str:
    """An elementary transform sequence."""
    parts = []
    simple = random.random() < 0.4
    axes = random.choice(("z", "y", "zyx", "zx", "xyz"))
    for k in range(1, random.choice((2, 3, 4, 5, 6, 7, 8, 10, 14, 20, 40)) + 1):
        turns = random.random() < 0.85
        parts.append(f"R{axes[k % len(axes)]}(q{k})" if turns else f"tx(q{k})")
        for _ in range(random.choice((0, 1, 1, 2))):
            length = f"l{k}" if simple else expression(random, f"l{k}", 2)
            parts.append(f"t{random.choice('xyz')}({length})")
        if random.random() < (0.1 if simple else 0.4):
            parts.append(f"R{random.choice('xyz')}({angle(random, k)})")
    return " ".join(parts)


def table(random: Random) -> str:
    """A robot's TOML file."""
    rows = []
    count = random.choice((1, 2, 3, 4, 5, 6, 7, 9, 15))
    for k in range(1, count + 1):
        depth = random.choice((0, 0, 0, 1, 2))
        three = [expression(random, "l", depth) for _ in range(3)]
        row = f'kind = "{random.choice("RRRRTF")}", axis = "{random.choice("xyz")}", '
        row += f"offset = {json.dumps(three)}"
        if random.random() < 0.3:
            row += f', rotation = "R{random.choice("xyz")}({angle(random, k)})"'
        if random.random() < 0.2:
            row += f", parent = {random.randrange(k)}"
        if random.random() < 0.15 and k > 2:
            row += f', moves = "{random.randint(-5, 24)}*q1 + {random.randint(0, 3)}*q2"'
        if random.random() < 0.3:
            mass = expression(random, "m", depth)
            com = [expression(random, "r", depth) for _ in range(3)]
            row += f", link = {{ mass = {json.dumps(mass)}, com = {json.dumps(com)} }}"
        rows.append("{ " + row + " }")
    text = "joint = [\n" + ",\n".join(rows) + "\n]\n"
    if random.random() < 0.3:
        text += f"gravity = {json.dumps([expression(random, 'g', 1) for _ in range(3)])}\n"
    if random.random() < 0.3:
        assumed = [random.choice(("com_at_origin", "principal_axes", "a = 2", "b = 1/3", "m1 = 5"))]
        text += f"hypotheses = {json.dumps(assumed)}\n"
    return text


def robot(seed: int) -> tuple[str, str]:
    """A robot's text and what it is: ``ets`` or ``toml``."""
    random = Random(seed)
    if random.random() < 0.5:
        return sequence(random)[:1200], "ets"
    return table(random), "toml"
