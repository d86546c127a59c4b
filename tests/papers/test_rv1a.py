"""The RV-1A document: its Jacobians entry by entry, its formulas followed, and the real chain.

``rv1a.toml`` holds what is printed. The document prints no entry of M, C or g: from its positions
SymPy recomputes them here, by its formulas, and `rv1a-paper` has them exactly. Its positions are
no rigid chain's; the model of the real arm, `rv1a`, stands beside it.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import sympy
from sympy import cos, diff, sin, symbols

import torsor
from torsor.algebra.sympy_bridge import from_sympy
from torsor.mechanics.free_bodies import rotation_jacobian, translation_jacobian
from torsor.mechanics.kinematics import mass_centre_jacobian, poses
from torsor.model import Model
from torsor.spatial.vectors import Matrix, Vector

PAPER = tomllib.loads((Path(__file__).parent / "rv1a.toml").read_text("utf-8"))
POSITIONS = {e["label"]: e for e in PAPER["equation"]}
JACOBIANS = {e["label"]: e for e in PAPER["jacobian"]}
JOINTS = range(1, 7)
AXES = "xyz"


@cache
def model() -> Any:
    """The model of the bodies that the document prints."""
    return torsor.derive("rv1a-paper")


@cache
def bodies() -> Any:
    return Model(torsor.load("rv1a-paper")).bodies


def read(text: str) -> Any:
    return model().ring.parse(text)


def position(i: int) -> Vector:
    """The printed (x_i, y_i, z_i)."""
    return Vector(read(POSITIONS[f"{axis}_{i}"]["printed"]) for axis in AXES)


def jacobian(label: str) -> list[list[Any]]:
    """A printed Jacobian's rows, as long as they are printed."""
    return [[read(entry) for entry in row] for row in JACOBIANS[label]["printed"]]


def symbol_vector(prefix: str) -> Vector:
    return Vector(model().ring.symbol(f"{prefix}{k}") for k in JOINTS)


# the printed Jacobians ----------------------------------------------------------------------------


@pytest.mark.parametrize("i", JOINTS)
def test_the_robot_has_the_mass_centres_as_printed(i: int) -> None:
    given = torsor.load("rv1a-paper").bodies[i - 1]
    assert Vector(model().ring.parse(e) for e in given.position) == position(i)


@pytest.mark.parametrize("i", range(1, 6))
def test_the_translation_jacobian_of_2_is_right_as_printed(i: int) -> None:
    assert Matrix(jacobian(f"J_v^{i}")) == translation_jacobian(bodies()[i - 1])


def test_the_sixth_translation_jacobian_is_ragged_and_right_but_for_its_errata() -> None:
    rows = jacobian("J_v^6")
    assert [len(row) for row in rows] == [5, 5, 4]
    derived = translation_jacobian(bodies()[5])
    wrong = {tuple(e["entry"]): e for e in JACOBIANS["J_v^6"]["wrong"]}
    for i, row in enumerate(derived, 1):
        for j, entry in enumerate(row, 1):
            there = rows[i - 1][j - 1] if j <= len(rows[i - 1]) else None
            erratum = wrong.pop((i, j), None)
            if erratum is None:
                assert there == entry
                continue
            assert there == (read(erratum["printed"]) if erratum["printed"] else None)
            assert there != entry == read(erratum["correct"])
    assert not wrong


def test_the_sixth_jacobian_prints_its_first_row_for_its_third_and_a_zero_too_many() -> None:
    first, second, third = jacobian("J_v^6")
    derived = translation_jacobian(bodies()[5])
    assert third == first[:4]
    assert second[:3] + second[4:] == list(derived[1][:4])


@pytest.mark.parametrize("i", JOINTS)
def test_the_rotation_jacobian_is_the_joints_own_column(i: int) -> None:
    printed = Matrix(jacobian(f"J_w^{i}"))
    assert printed == rotation_jacobian(bodies()[i - 1])
    assert [any(column) for column in printed.T] == [k == i for k in JOINTS]


# M, C and g, recomputed ---------------------------------------------------------------------------


@cache
def by_sympy() -> tuple[Any, Any, Any]:
    """M by (3), C by (6) and g = dU/dq from the printed positions, in SymPy alone."""
    q = q1, q2, q3, q4, q5, q6 = symbols("q1:7")
    l1, l2, l3, l4, l5, l6 = symbols("l1:7")
    m, dq, weight = symbols("m1:7"), symbols("dq1:7"), sympy.Symbol("g")
    x1, y1, z1 = l1 * cos(q1), l1 * sin(q1), sympy.Integer(0)
    x2, y2, z2 = x1 + l2 * cos(q2), y1, l2 * sin(q2)
    x3, y3, z3 = x2 + l3 * cos(q2 + q3), y1, z2 + l3 * cos(q2 + q3)
    x4, y4, z4 = x3 + l4 * cos(q1 + q4), y1 + l4 * sin(q1 + q4), z3
    x5, y5, z5 = x4, y4 + l5 * cos(q5), z3 + l5 * sin(q5)
    x6, y6, z6 = x4 + l6 * cos(q1 + q4 + q6), y5 + l6 * sin(q1 + q4 + q6), z5
    centres = [(x1, y1, z1), (x2, y2, z2), (x3, y3, z3), (x4, y4, z4), (x5, y5, z5), (x6, y6, z6)]
    turns = (2, 1, 1, 2, 0, 2)  # the axis that each J_w prints
    M = sympy.zeros(6)
    for i in range(6):
        J_v = sympy.Matrix(centres[i]).jacobian(q)
        J_w = sympy.zeros(3, 6)
        J_w[turns[i], i] = 1
        M += m[i] * J_v.T * J_v + J_w.T * J_w

    def christoffel(i: int, j: int, k: int) -> Any:
        slopes = diff(M[i, j], q[k]) + diff(M[i, k], q[j]) - diff(M[j, k], q[i])
        return sympy.Rational(1, 2) * slopes

    C = sympy.Matrix(6, 6, lambda i, j: sum(christoffel(i, j, k) * dq[k] for k in range(6)))
    U = sum(m[i] * weight * centres[i][2] for i in range(6))
    return M, C, [diff(U, name) for name in q]


def in_normal_form(matrix: Any) -> Matrix:
    return Matrix([from_sympy(e, model().ring) for e in row] for row in matrix.tolist())


def test_m_is_formula_3_of_the_printed_positions() -> None:
    assert in_normal_form(by_sympy()[0]) == model().M


def test_c_is_formula_6_with_christoffel_symbols() -> None:
    assert in_normal_form(by_sympy()[1]) == model().C
    rate = Matrix([e.dt() for e in row] for row in model().M)
    assert rate - 2 * model().C == -(rate - 2 * model().C).T


def test_g_is_the_slope_of_the_potential_energy_with_the_masses_in_it() -> None:
    assert model().g == Vector(from_sympy(e, model().ring) for e in by_sympy()[2])
    assert model().g == Vector(
        read(e)
        for e in (
            "0",
            "g*l2*cos(q2)*(m2 + m3 + m4 + m5 + m6) - g*l3*sin(q2 + q3)*(m3 + m4 + m5 + m6)",
            "-g*l3*sin(q2 + q3)*(m3 + m4 + m5 + m6)",
            "0",
            "g*l5*cos(q5)*(m5 + m6)",
            "0",
        )
    )


def test_the_m_of_3_is_that_of_the_kinetic_energy() -> None:
    dq = symbol_vector("dq")
    assert dq.dot(model().M @ dq) * Fraction(1, 2) == model().K


# its general formulas -----------------------------------------------------------------------------


def summed_columns(kind: str, masses: bool = False) -> Vector:
    """Σ J_kᵀ g_0 as (8) has it, with g_0 = (0, 0, -g); with each mass where it belongs."""
    total = Vector([read("0")] * 6)
    for k in JOINTS:
        source = translation_jacobian if kind == "J_v" else rotation_jacobian
        share = source(bodies()[k - 1]).T @ Vector((0, 0, read("-g")))
        total = total + share * (read(f"m{k}") if masses else 1)
    return total


def test_8_followed_literally_is_a_constant_torque_and_not_gravity() -> None:
    literal = summed_columns("J_w")
    assert literal == Vector(read(e) for e in ("-g", "0", "0", "-g", "0", "-g"))
    assert model().g not in (literal, -literal)
    # Joints 1, 4 and 6 move no mass centre up, and 2, 3 and 5 do: (8) has each the wrong way round.
    assert [bool(e) for e in literal] == [not e for e in model().g]


def test_8_with_j_v_but_without_masses_is_not_gravity_either() -> None:
    without = summed_columns("J_v")
    assert model().g not in (without, -without)
    assert not any(f"m{k}" in e.symbols() for e in without for k in JOINTS)
    ones = {f"m{k}": 1 for k in JOINTS}
    assert Vector(e.subs(ones) for e in model().g) == -without


def test_8_with_j_v_and_masses_and_a_minus_is_gravity() -> None:
    assert -summed_columns("J_v", masses=True) == model().g


def test_9_lacks_the_accelerations_that_m_multiplies() -> None:
    dq, ddq = symbol_vector("dq"), symbol_vector("ddq")
    rest = model().C @ dq + model().g
    assert all(
        not e.degree(f"ddq{k}")
        for e in (*rest, *(entry for row in model().M for entry in row))
        for k in JOINTS
    )
    assert Vector(model().tau) == model().M @ ddq + rest
    slopes = Matrix([e.diff(f"ddq{k}") for k in JOINTS] for e in model().tau)
    assert slopes == model().M
    # As printed it adds a matrix of six columns to vectors.
    assert {len(row) for row in model().M} == {6}
    assert len(rest) == 6


def test_every_numbered_formula_is_accounted_for() -> None:
    assert [e["label"] for e in PAPER["general"]] == [f"({n})" for n in range(1, 10)]
    wrong = [e["label"] for e in PAPER["general"] if e["note"].startswith("wrong")]
    assert wrong == ["(8)", "(9)"]


# z3 with a cosine ---------------------------------------------------------------------------------


@cache
def with_a_sine() -> Any:
    """The same bodies with z3 = l2.s2 + l3.s23, which the side view wants."""
    text = (files("torsor.library") / "robots" / "rv1a-paper.toml").read_text("utf-8")
    robot = tomllib.loads(text)
    for body in robot["body"][2:]:
        assert "l3*cos(q2 + q3)" in body["position"][2]
        body["position"][2] = body["position"][2].replace("l3*cos(q2 + q3)", "l3*sin(q2 + q3)")
    return torsor.derive(robot)


def test_link_3_keeps_its_length_only_with_a_sine_in_z_3() -> None:
    link = position(3) - position(2)
    assert link.dot(link) == read("2*l3^2*cos(q2 + q3)^2")
    sine = Vector((link[0], link[1], read("l3*sin(q2 + q3)")))
    assert sine.dot(sine) == read("l3^2")


def test_a_sine_in_z_3_changes_five_entries_of_m_and_two_of_g() -> None:
    other = with_a_sine()
    pairs = [(i, j) for i in JOINTS for j in range(i, 7)]
    changed = [(i, j) for i, j in pairs if other.M[i - 1][j - 1] != model().M[i - 1][j - 1]]
    assert changed == [(2, 2), (2, 3), (2, 5), (3, 3), (3, 5)]
    assert [i for i in JOINTS if other.g[i - 1] != model().g[i - 1]] == [2, 3]
    far = "(m3 + m4 + m5 + m6)"
    assert model().M[2][2] == read(f"2*{far}*l3^2*sin(q2 + q3)^2 + 1")
    assert other.M[2][2] == read(f"{far}*l3^2 + 1")
    assert model().g[2] == read(f"-g*l3*sin(q2 + q3)*{far}")
    assert other.g[2] == read(f"g*l3*cos(q2 + q3)*{far}")


# the printed bodies are no rigid chain ------------------------------------------------------------


def test_only_the_first_printed_position_turns_with_the_first_joint() -> None:
    # Joint 1 turns the whole arm about z: nothing's distance from that axis may depend on q1.
    slopes = []
    for i in JOINTS:
        x, y, _ = position(i)
        slopes.append((x * x + y * y).diff("q1"))
    assert [i for i in JOINTS if not slopes[i - 1]] == [1]
    assert slopes[1] == read("-2*l1*l2*sin(q1)*cos(q2)")


def test_only_links_1_and_5_turn_at_their_printed_angular_velocities() -> None:
    # A rigid link from one centre to the next moves at omega x r.
    dq, before, residues = symbol_vector("dq"), Vector([read("0")] * 3), []
    for i in JOINTS:
        link = position(i) - before
        omega = Matrix(jacobian(f"J_w^{i}")) @ dq
        residues.append(Vector(e.dt() for e in link) - omega.cross(link))
        before = position(i)
    assert [i for i in JOINTS if not any(residues[i - 1])] == [1, 5]
    up, across = Vector((0, 0, 1)), Vector((0, -1, 0))
    second, fourth, sixth = (position(k) - position(k - 1) for k in (2, 4, 6))
    assert residues[1] == across.cross(second) * (2 * dq[1])  # it turns about -y
    assert residues[3] == up.cross(fourth) * dq[0]  # joint 1 carries it
    assert residues[5] == up.cross(sixth) * (dq[0] + dq[3])  # joints 1 and 4 carry it


# the honest model ---------------------------------------------------------------------------------


@cache
def real(method: str = "newton-euler") -> Any:
    """The model of the real arm's chain."""
    return torsor.derive("rv1a", method=method)


def real_position(frame: int | str) -> Vector:
    """A frame's origin on the real chain, in the printed lengths and the printed way to count.

    l1, l2, l3 are a1, a2, d4; the document has no d1 and no a3, and it counts q2 and q3 upwards
    from the horizontal, where the chain counts them about +y from the vertical.
    """
    ring = real().ring.extended(symbols=["l1", "l2", "l3", "l6"])
    place = {"a1": "l1", "a2": "l2", "a3": 0, "d1": 0, "d4": "l3", "d6": "l6"}
    turned = {"q2": "90deg - q2", "q3": "-90deg - q3"}
    found = (real().ring.number(0) + e for e in poses(real().chain)[frame].p)
    return Vector(e.to(ring).subs({**place, **turned}) for e in found)


@pytest.mark.parametrize("method", ["lagrange", "virtual-work"])
def test_three_methods_give_one_model_of_the_real_chain(method: str) -> None:
    one, other = real(), real(method)
    assert (one.tau, one.M, one.C, one.g) == (other.tau, other.M, other.C, other.g)


def test_the_real_chain_has_a_symmetric_m_and_a_skew_rate_of_m_less_2c() -> None:
    found = real()
    rate = Matrix([e.dt() for e in row] for row in found.M)
    assert found.M == found.M.T
    assert rate - 2 * found.C == -(rate - 2 * found.C).T


def test_the_first_printed_position_is_the_real_chains_second_joint() -> None:
    assert real_position(2) == position(1)


def with_a_sine_at(i: int) -> Vector:
    """The printed position with z3's sine."""
    x, y, z = position(i)
    return Vector((x, y, z.select(lambda t: t.power("l2")) + read("l3*sin(q2 + q3)") * (i > 2)))


@pytest.mark.parametrize(("i", "frame"), [(2, 3), (3, 4)])
def test_the_printed_arm_is_the_real_one_only_where_the_first_joint_stands_at_zero(
    i: int, frame: int
) -> None:
    # Elsewhere the printed links 2 and 3 stay in the plane of q1 = 0: they do not turn with it.
    side = with_a_sine_at(i)
    assert real_position(frame) != side
    ahead = {"q1": "0deg"}
    assert [e.subs(ahead) for e in real_position(frame)] == [e.subs(ahead) for e in side]
    carried = real_position(frame)
    assert (carried[0] * carried[0] + carried[1] * carried[1]).diff("q1") == 0


def test_the_real_arm_is_the_printed_side_view_turned_about_z() -> None:
    assert real_position(3) == Vector(
        read(e)
        for e in (
            "cos(q1)*(l1 + l2*cos(q2))",
            "sin(q1)*(l1 + l2*cos(q2))",
            "l2*sin(q2)",
        )
    )
    assert real_position(4) == Vector(
        read(e)
        for e in (
            "cos(q1)*(l1 + l2*cos(q2) + l3*cos(q2 + q3))",
            "sin(q1)*(l1 + l2*cos(q2) + l3*cos(q2 + q3))",
            "l2*sin(q2) + l3*sin(q2 + q3)",
        )
    )


def test_the_real_wrist_is_one_point_and_its_last_joint_moves_no_point_of_its_axis() -> None:
    # Printed, l4, l5 and l6 stand apart, and q6, which turns link 6 about itself, moves x6 and y6.
    assert real_position(4) == real_position(5) == real_position(6)
    assert not any("q6" in e.symbols() for e in real_position("tool"))
    assert ["q6" in e.symbols() for e in position(6)] == [True, True, False]
    # Nor do the printed l4 and l6 ever leave the horizontal, though q2 and q3 carry the wrist.
    for k in (4, 6):
        link = position(k) - position(k - 1)
        assert link[2] == 0
        assert not {"q2", "q3"} & {name for e in link for name in e.symbols()}


@pytest.mark.parametrize("i", JOINTS)
def test_a_real_link_turns_with_every_joint_before_it_not_with_its_own_alone(i: int) -> None:
    turning = mass_centre_jacobian(real().chain, i).J_w.T
    assert [any(column) for column in turning] == [k <= i for k in JOINTS]
