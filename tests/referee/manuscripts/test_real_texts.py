"""Texts of public repositories, their equations alone: what is right in them, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import torsor
from torsor import PaperCheck
from torsor.referee.equation import Checked

REAL = Path(__file__).parent / "real"
TOUCH = "Rz(q1) Rx(90deg) Rz(q2) tx(a2) Rz(q3) tx(a3)"


def check(name: str, robot: str, *lines: str) -> PaperCheck:
    """What is found in one of the texts, with lines that correct its dictionary."""
    return torsor.check(REAL / name, robot, lines)


def right(found: PaperCheck) -> dict[str, int]:
    """How many equations of each target are right."""
    count: dict[str, int] = {}
    for equation in found.equations:
        count[equation.target] = count.get(equation.target, 0) + equation.right
    return count


def slips(found: PaperCheck, *, factoring: bool = False) -> list[str]:
    """What is wrong, in the words of the printed terms."""
    return [
        f.example.printed.term.text if f.example.printed and f.example.printed.term else ""
        for f in found.findings
        if factoring or f.kind != "factoring"
    ]


def test_a_planar_arm_is_right_wherever_its_symbols_are_told_apart() -> None:
    found = check("planar_rr.md", "planar2r")
    assert not slips(found)
    assert [e.target for e in found.equations if not e.right] == ["M"]
    assert len(found.identities) == 8, "the Christoffel symbols follow from the printed M"
    assert found.dictionary is not None
    assert ("lc2", "rx2") in {(m.symbol, m.meaning) for m in found.dictionary.meanings}
    asked = " ".join(q.text for q in found.dictionary.questions)
    assert "Ic1" in asked and "Ic2" in asked
    answered = check("planar_rr.md", "planar2r", "I_{c_1} = Izz1", "I_{c_2} = Izz2")
    assert all(e.right for e in answered.equations)


def test_a_double_pendulum_lacks_one_half_in_its_kinetic_energy() -> None:
    found = check("double_pendulum.rst", "planar2r", "rotors = carried")
    assert right(found) == {"M": 1, "C": 0, "g": 1, "K": 0, "U": 1}
    (kinetic,) = (e for e in found.equations if e.target == "K")
    (difference,) = (d for x in kinetic.entries for d in x.comparison.differences)
    assert difference.kind == "coefficient"
    assert difference.printed is not None and difference.derived is not None
    assert difference.printed.coefficient == 2 * difference.derived.coefficient
    (coriolis,) = (e for e in found.equations if e.target == "C")
    kinds = {d.kind for x in coriolis.entries for d in x.comparison.differences}
    assert kinds == {"factoring"}, "C q̇ is right"
    assert found.dictionary is not None
    assert ("I1", "Izz1 + m1*rx1^2") in {(m.symbol, m.meaning) for m in found.dictionary.meanings}


def test_without_carried_rotors_the_pendulum_s_are_asked_about() -> None:
    found = check("double_pendulum.rst", "planar2r")
    assert found.dictionary is not None
    asked = " ".join(q.text for q in found.dictionary.questions)
    assert "Ir" in asked and "gr" in asked
    assert right(found)["M"] == 0


def test_a_leg_of_thin_rods_has_three_slips_and_no_more() -> None:
    found = check("quadruped_leg.md", str(REAL / "leg.toml"))
    texts = slips(found)
    assert len(texts) == 3
    assert any("4 L_3^2" in t for t in texts), "a term outside its bracket in K_3"
    assert any("\\sin(\\theta_2 + \\theta_3" in t for t in texts), "cos θ_1 lacks in a weight"
    assert any("\\frac{L_3^2 m_3 \\sin(2\\theta_2)}{2}" in t for t in texts), "L_3 for L_2"
    assert sum(e.right for e in found.equations) == 21
    assert not found.dictionary or not found.dictionary.questions


def test_a_haptic_device_has_halves_too_many_in_its_coriolis_terms() -> None:
    found = check("geomagic_touch.md", TOUCH, "Iyy2 = Iyy2", "Iyy2 = Izz2")
    assert right(found)["M"] == 1 and right(found)["g"] == 1
    wrong = {e.target for e in found.equations if e.differs and not _factored(e)}
    assert wrong == {"C[1,1]", "C[2,1]", "C[3,1]", "tau[1]"}
    assert any("row 3 of Y" in u.reason for u in found.unchecked)


def _factored(equation: Checked) -> bool:
    kinds = {d.kind for x in equation.entries for d in x.comparison.differences}
    return kinds == {"factoring"}


@pytest.mark.parametrize("name", sorted(p.name for p in REAL.glob("*.[mr]*")))
def test_no_text_is_refused_whole(name: str) -> None:
    robot = {"quadruped_leg.md": str(REAL / "leg.toml"), "geomagic_touch.md": TOUCH}
    assert check(name, robot.get(name, "planar2r")).equations
