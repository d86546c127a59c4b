"""Texts that are nearly right: seeds for each reader, and what befalls them."""

from __future__ import annotations

import re
from random import Random

from torsor import library_names, load
from torsor.formats.toml.reader import write_toml

EXPRESSIONS = [
    "l2 + d1/2", "-(a + b)^2/7", "m1*l2^2*cos(q1)/2", "sin(q1 + 30deg)*sqrt(6)", "-pi/2 + 2*alpha",
    "1.5e-3*x", "((a))", "1/(1/(a + 1))", "sign(dq1)*fc1", "0.3rad", "a/b*c - 2**3", "cos(24*q1)",
]  # fmt: skip
SEQUENCES = [
    "Rz(q1) tz(q2) tx(l2) ty(l3) ty(q3) ty(l4) Rz(q4) Ry(q5) ty(l6)",
    "Rx(alpha) tx(a) Rz(q1 - 90deg) ty(-q2) Rz(30deg)",
    "tx(2*a + b/3)Rz(-q1)",
]
HYPOTHESES = [
    "com_at_origin", "principal_axes", "point_masses", "masses_at_link_ends", "m1 = 2",
    "alpha = 30deg", "l2 = 0.35", "Ixy2 = 0", "rho = 1/3", "g = 9.81", "beta = pi/2",
]  # fmt: skip
TABLES = [
    *(write_toml(load(robot)) for robot in library_names()),
    """name = "x"
joint = [
  { kind = "R", axis = [1, 1, 0], rotation = { quaternion = [1, 2, 0.5, "1/3"] }, name = "a" },
  { kind = "F", parent = "a", rotation = ["Rz(alpha)", { axis = "-y", angle = "0.1rad" }] },
  { kind = "T", axis = [0.1, 2, 3], parent = 1, link = { mass = 3, inertia = [1, 2, 3] } },
]
hypotheses = ["m1 = 2"]
payload = { kind = "body", mass = 2, com = 0, inertia = { xx = "J" } }
""",
    """[dh]
convention = "standard"
rows = [{ alpha = "90deg", a = "a1", d = "d1", theta = "q1" }, [0, 0, "q2 + 1", "pi/3"]]
[[link]]
mass = 1
[[link]]
com = ["x", 0, 0]
""",
    """joint = [
  { kind = "R", axis = "z", link = { friction = true, rotor = "Im", ratio = 100, spring = "k" } },
  { kind = "R", axis = "y", name = "b", moves = "q1" },
  { kind = "R", axis = "y", moves = "2*q1 - q2 + alpha", offset = ["l", 0, 0] },
  { kind = "T", axis = "x", mimic = { joint = "b", ratio = 2, offset = "c" } },
  { kind = "T", axis = "x", link = { viscous = 0.1, coulomb = "fc", spring = 3, rest = "r" } },
]
""",
    """base = "table"
hypotheses = ["without constraint grip"]
joint = [
  { kind = "R", axis = "z", name = "a", limits = { lower = "-170deg", upper = "pi", effort = 9 } },
  { kind = "T", axis = "x", limits = { lower = -0.5, upper = "1/3", velocity = 2 } },
  { kind = "R", axis = "y", limits = { velocity = "90deg" }, link = { name = "b", mass = 1 } },
]
""",
    """coordinates = "RT"
[[body]]
mass = "m1"
position = ["l*cos(q1)", "l*sin(q1)", "q2"]
omega = [0, 0, "dq1"]
inertia = [1, 1, 1]
""",
    'ets = "Rz(q1) tx(l1) Rz(q2)"\ntool = { offset = [0, 0, "d"] }\ngravity = 0\n',
]
SEEDS = {
    "expression": EXPRESSIONS,
    "sequence": SEQUENCES,
    "table": TABLES,
    "file": TABLES,
    "hypothesis": HYPOTHESES,
    "name": [*library_names(), *SEQUENCES],
}
WORD = re.compile(r'"[^"\n]*"|[A-Za-z_][A-Za-z0-9_]*|[0-9]+')
NUMBERS = ["0", "1", "2", "64", "90", "0.1", "1e-9", "1e300", "7" * 30]
WORDS = [
    "R", "T", "F", "x", "y", "z", "-z", "q1", "q2", "a", "alpha", "l2", "m1", "sin", "cos", "sqrt",
    "Rx", "Rz", "tx", "ty", "deg", "pi", "rad", "body", "none", "offset", "rotation", "axis", "com",
    "mass", "inertia", "parent", "name", "tool", "gravity", "true", "base", "angle", "modified",
    "moves", "mimic", "spring", "rest", "dq1", "2*q1", "omega", "position", "coordinates",
    "limits", "lower", "upper", "velocity", "effort",
]  # fmt: skip
TOKENS = [
    "(", ")", "((((", "))))", "+", "-", "*", "/", "^", "**", "^-1", "^64", "^(-64)", "^65", "=",
    ",", ".", "..", "1e400", "1e-400", "1e999999999", "9" * 390, "0", "1/0", "0^-1", "nan", "inf",
    "-inf", "deg", "rad", "pi", "90deg", "sin(", "cos(", "sqrt(", "sqrt(2)", "sqrt(5)", "sign(",
    "sin", "q1", "q2", "q0", "dq1", "q999999999999", "[", "]", "{", "}", "[[", "]]", '"', "'",
    '"""', "'''", "\\", "\n", "\r\n", "\t", "\x00", "\x1b[31m", "\u202e", "é", "β", "😀",
    "\udcff", "#", "_", "true", "1979-05-27", "0x10", "1_000", "joint = ", "kind = ", "axis = ",
    "parent = ", "link = ", "dh = ", "hypotheses = ", "payload = ", "quaternion = ", "rpy = ",
    "a.b.c = ", "name.a.", "[joint]", "Rz(", "tx(", "Rz(q1)", "(a+b+c)^9", "(a+b)*", "alpha + ",
    "24*alpha", "l2 = 0", "m1 = ",
]  # fmt: skip


def mutated(random: Random, seeds: list[str]) -> str:
    """A seed after some changes of mind and, as often as not, an accident or more."""
    text = random.choice(seeds)
    for _ in range(random.randint(0, 3)):
        text = _reword(random, text, seeds)
    for _ in range(random.choice((0, 0, 1, 1, 2, 4))):
        text = random.choice(ACCIDENTS)(random, text, seeds)
    return text[:120_000]


def _reword(random: Random, text: str, seeds: list[str]) -> str:
    """Put a word, a number or a quoted text in the place of another of its kind."""
    spots = list(WORD.finditer(text))
    if not spots:
        return text
    spot = random.choice(spots)
    word = spot[0]
    if word.startswith('"') and '"' in "".join(seeds):
        pool = [f'"{e}"' for e in (*EXPRESSIONS, *SEQUENCES, *HYPOTHESES, *WORDS)] + NUMBERS
    elif word[0].isdigit():
        pool = NUMBERS
    else:
        pool = WORDS
    return text[: spot.start()] + random.choice(pool) + text[spot.end() :]


def _place(random: Random, text: str) -> int:
    return random.randint(0, len(text))


def _slice(random: Random, text: str) -> tuple[int, int]:
    start = _place(random, text)
    return start, min(len(text), start + random.choice((1, 1, 2, 5, 20, 200)))


def _delete(random: Random, text: str, _: list[str]) -> str:
    start, end = _slice(random, text)
    return text[:start] + text[end:]


def _insert(random: Random, text: str, _: list[str]) -> str:
    at = _place(random, text)
    return text[:at] + random.choice(TOKENS) + text[at:]


def _replace(random: Random, text: str, _: list[str]) -> str:
    start, end = _slice(random, text)
    return text[:start] + random.choice(TOKENS) + text[end:]


def _number(random: Random, text: str, _: list[str]) -> str:
    digits = [i for i, ch in enumerate(text) if ch.isdigit()]
    if not digits:
        return text
    at = random.choice(digits)
    number = random.choice(
        ("0", "-1", "1e300", "1e-300", "0.1", "7" * 50, "1/3", "nan", "65", "-0")
    )
    return text[:at] + number + text[at + 1 :]


def _repeat(random: Random, text: str, _: list[str]) -> str:
    start, end = _slice(random, text)
    times = random.choice((2, 3, 10, 70, 1000))
    return text[:start] + text[start:end] * times + text[end:]


def _swap(random: Random, text: str, _: list[str]) -> str:
    a, b = sorted((_place(random, text), _place(random, text)))
    return text[b:] + text[a:b] + text[:a]


def _splice(random: Random, text: str, seeds: list[str]) -> str:
    other = random.choice(seeds)
    return text[: _place(random, text)] + other[_place(random, other) :]


def _nest(random: Random, text: str, _: list[str]) -> str:
    start, end = _slice(random, text)
    depth = random.choice((1, 5, 58, 62, 5000))
    opening, closing = random.choice(
        (("(", ")"), ("[", "]"), ("1/(1+", ")"), ("sin(", ")"), ("-(", ")"))
    )
    return text[:start] + opening * depth + text[start:end] + closing * depth + text[end:]


def _character(random: Random, text: str, _: list[str]) -> str:
    at = _place(random, text)
    code = random.choice((random.randrange(128), random.randrange(0x250), random.randrange(0xD7FF)))
    return text[:at] + chr(code) + text[at + 1 :]


def _truncate(random: Random, text: str, _: list[str]) -> str:
    return text[: _place(random, text)]


ACCIDENTS = [
    _delete, _insert, _insert, _replace, _replace, _number, _repeat, _swap, _splice, _nest,
    _character, _truncate,
]  # fmt: skip
