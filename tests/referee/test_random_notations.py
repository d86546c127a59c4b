"""What Torsor writes in any notation it reads back as right, or it says which two look alike."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from random import Random

from tests.referee.hands import random_notation

import torsor
from torsor import Model
from torsor.equations import Style, document, write
from torsor.errors import TorsorError
from torsor.notation.notation import read_notation
from torsor.notation.writer import write_notation
from torsor.referee.paper_check import check_paper
from torsor.referee.tex_paper import read_tex

EVERYTHING = os.environ.get("TORSOR_PROVE") == "all"
CASES = 6000 if EVERYTHING else 300
SMALL: dict[str, dict[str, object]] = {
    "planar2r": {"payload": "none"},
    "cartesian": {"assume": ("com_at_origin",)},
    "scara": {"payload": "none", "assume": ("com_at_origin", "principal_axes")},
    "Rz(q1) tx(l1) tz(q2)": {},
    "tz(q1) Rz(q2) tx(a2) Rx(alpha)": {"payload": "none"},
    "Rz(q1) Rx(alpha) tx(l1) Rz(q2)": {"assume": ("point_masses", "ry1 = 0", "rz2 = 0")},
    "Rz(q1) tz(d1) Ry(q2) tx(a2) Ry(q3)": {"payload": "none", "assume": "masses_at_link_ends"},
    "tx(q1) Ry(q2)": {"drives": ("friction", "rotors", "springs"), "assume": "point_masses"},
    "Rz(q1) Ry(q2)": {"payload": "weight", "assume": ("rx1 = 0", "ry2 = 0")},
}
"""Robots with few terms, and what is assumed to have still fewer."""

LARGE = ("3r", "trtrr", "rttrr", "stanford")
FORMS = ("tau", "tau", "matrices", "steps", "energies")
SHORTER = ("squares", "double", "sums")
COLLECT = ("", "", "acceleration", "velocity", "motion", "parameter")


@cache
def model(robot: str) -> Model:
    """The robot's model, derived once."""
    return torsor.derive(torsor.load(robot, **SMALL.get(robot, {})))


def verdict(shown: Model, style: Style, form: str) -> str:
    """right, refused (with which symbols look alike), or what else was said."""
    tex = write(document(shown, style, form), style.notation, "latex")
    try:
        found = check_paper(read_tex(tex, "random"))
    except TorsorError as error:
        alike = " alike" in str(error) or "its glyph is that of" in str(error)
        return "refused" if alike else str(error)
    if found.unread:
        return f"{found.unread[0].reason}\n{found.unread[0].latex}"
    wrong = [e for e in found.equations if not e.right]
    return f"{wrong[0].label} is wrong: {wrong[0].latex}" if wrong else "right"


def draw(seed: int) -> tuple[str, str, Style]:
    """A robot, a form and a style at random."""
    random = Random(seed)
    robot = random.choice(LARGE if random.random() < 0.005 else tuple(SMALL))
    hand = random_notation(random, model(robot).robot)
    shorter = tuple(form for form in SHORTER if random.random() < 0.2)
    return robot, random.choice(FORMS), Style(hand, shorter, random.choice(COLLECT))


def test_what_is_written_in_a_random_notation_is_read_back_as_right() -> None:
    counts: Counter[str] = Counter()
    for seed in range(CASES):
        robot, form, style = draw(seed)
        said = verdict(model(robot), style, form)
        assert said in ("right", "refused"), f"seed {seed}, {robot}, {form}:\n{said}"
        counts[said] += 1
    assert counts["right"] > 0.8 * CASES, counts


def test_a_random_notation_is_written_as_a_file_that_is_read_as_the_same() -> None:
    for seed in range(200):
        hand = draw(seed)[2].notation
        try:
            again = read_notation(write_notation(hand), "other")
        except TorsorError as error:
            assert "its glyph is that of" in str(error)
        else:
            assert again == hand
