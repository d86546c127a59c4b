"""The SCARA document, equation by equation: what is printed, with its errata, is derived.

``scara.toml`` holds every displayed equation as printed. One without ``errata`` agrees as it
stands; an erratum replaces printed terms by the right ones, and nothing else may differ. The C of
(38) is judged by C dq, for C is not unique. M, C and g stand here in full, derived by hand.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import torsor
from torsor.mechanics.kinematics import poses
from torsor.spatial.vectors import Matrix, Vector

PAPER = tomllib.loads((Path(__file__).parent / "scara.toml").read_text("utf-8"))
EQUATIONS = {e["label"]: e for e in PAPER["equation"]}
KINDS = {"dot", "index", "symbol", "sign", "coefficient", "power", "missing", "extra", "twice"}

# The hand derivation. Let h = a1 (m2 ac2 + m3 a2): the coupling of the two arms, K having
# h cos(q2) dq1 (dq1 + dq2). Joint 4 turns the other way, so the last body turns at
# dq1 + dq2 - dq4 and its inertia couples with a minus; it slides down, so gravity helps.
H = "a1*(m2*ac2 + m3*a2)"
FAR = "m2*ac2^2 + m3*a2^2 + Izz2 + Izz3"  # about joint 2
NEAR = "m1*ac1^2 + (m2 + m3)*a1^2 + Izz1"  # added about joint 1
MASS = [
    [f"{NEAR} + {FAR} + 2*{H}*cos(q2)", f"{FAR} + {H}*cos(q2)", "0", "-Izz3"],
    [f"{FAR} + {H}*cos(q2)", FAR, "0", "-Izz3"],
    ["0", "0", "m3", "0"],
    ["-Izz3", "-Izz3", "0", "Izz3"],
]
CHRISTOFFEL = [
    [f"-{H}*sin(q2)*dq2", f"-{H}*sin(q2)*(dq1 + dq2)", "0", "0"],
    [f"{H}*sin(q2)*dq1", "0", "0", "0"],
    ["0", "0", "0", "0"],
    ["0", "0", "0", "0"],
]
GRAVITY = ["0", "0", "-m3*g", "0"]


def each(wanted: Any) -> Any:
    """Run a test for each equation that is wanted, under its number."""
    chosen = [e for e in EQUATIONS.values() if wanted(e)]
    return pytest.mark.parametrize("equation", chosen, ids=[e["label"] for e in chosen])


@cache
def model(method: str = "newton-euler") -> Any:
    """SCARA without a load, as the document has it."""
    return torsor.derive(torsor.load("scara").with_payload("none"), method=method)


def read(text: str) -> Any:
    """A printed text; an angle that lost its dots stands bare, as (14) prints it."""
    return model().ring.extended(symbols=["q1"]).parse(" ".join(text.split()) or "0")


def printed(label: str) -> Any:
    return read(EQUATIONS[label]["printed"])


def corrected(equation: Any) -> Any:
    """What is printed, with each erratum's printed terms replaced by the correct ones."""
    result = read(equation["printed"])
    for erratum in equation.get("errata", []):
        result = result - read(erratum["printed"]) + read(erratum["correct"])
    return result


def by_hand(rows: list[list[str]]) -> Matrix:
    return Matrix([read(e) for e in row] for row in rows)


def rates() -> Vector:
    return Vector(read(f"dq{k}") for k in range(1, 5))


def mass_centre(linkage: int) -> Vector:
    """A linkage's mass centre in base axes; linkage 3 is the body of links 3 and 4."""
    link = model().chain.links[3 if linkage == 3 else linkage - 1]
    pose = poses(model().chain)[link.number]
    return pose.R @ link.body.r_C + pose.p


def derived(target: str) -> Any:
    """The derived ``K[2]``, ``M[1,4]`` or ``p_C[3].x``, counted from 1 as documents do."""
    quantity, i, j, axis = re.fullmatch(
        r"(\w+)(?:\[(\d)(?:,(\d))?\])?(?:\.([xyz]))?", target
    ).groups()
    found, i, j = model(), int(i or 0), int(j or 0)
    body = 4 if i == 3 else i
    if axis:
        position = found.ring.coerce(mass_centre(i)["xyz".index(axis)])
        return position if quantity == "p_C" else position.dt()
    if quantity in ("K", "U"):
        shares = {"K": found.energies.kinetic, "U": found.energies.potential}[quantity]
        return shares[body] if i else getattr(found, quantity)
    if quantity in ("K_v", "K_w"):
        symbol = f"m{i}" if quantity == "K_v" else f"Izz{i}"
        return found.energies.kinetic[body].select(lambda term: term.power(symbol))
    if quantity in ("M", "C"):
        return getattr(found, quantity)[i - 1][j - 1]
    if quantity == "L":
        return found.L
    vectors = {
        "p": found.lagrange.momenta,
        "dp": found.lagrange.momentum_rates,
        "dL_dq": found.lagrange.L_q,
        "tau": found.tau,
        "g": found.g,
    }
    return vectors[quantity][i - 1]


def matrix_of(name: str, value: Any) -> Matrix:
    """A printed matrix by its entries' labels; an entry that is not printed is zero."""
    labels = [[f"{name}{i}{j}" for j in range(1, 5)] for i in range(1, 5)]
    return Matrix(
        [value(EQUATIONS[e]) if e in EQUATIONS else read("0") for e in row] for row in labels
    )


def as_printed(equation: Any) -> Any:
    return read(equation["printed"])


def in_c(equation: Any) -> bool:
    return equation["label"].startswith("(38)")


# the correct model --------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["newton-euler", "lagrange", "virtual-work"])
def test_every_method_gives_the_model_derived_by_hand(method: str) -> None:
    found = model(method)
    M, C = by_hand(MASS), by_hand(CHRISTOFFEL)
    g = Vector(read(e) for e in GRAVITY)
    assert (found.M, found.C, found.g) == (M, C, g)
    accelerations = Vector(read(f"ddq{k}") for k in range(1, 5))
    assert Vector(found.tau) == M @ accelerations + C @ rates() + g


# what is printed, against it ----------------------------------------------------------------------


@each(lambda e: not e.get("errata") and not in_c(e))
def test_the_equation_is_right_as_printed(equation: Any) -> None:
    assert as_printed(equation) == derived(equation["target"])


@each(lambda e: e.get("errata") and not in_c(e))
def test_the_equation_is_right_but_for_its_errata(equation: Any) -> None:
    assert as_printed(equation) != derived(equation["target"])
    assert corrected(equation) == derived(equation["target"])


@each(lambda e: e.get("left"))
def test_the_left_hand_side_names_another_quantity(equation: Any) -> None:
    assert corrected(equation) == derived(equation["target"])
    assert corrected(equation) != derived(equation["left"])


@each(lambda e: e.get("errata"))
def test_an_erratum_replaces_terms_that_are_printed(equation: Any) -> None:
    expanded = as_printed(equation).terms
    for erratum in equation["errata"]:
        kind, wrong, right = erratum["kind"], read(erratum["printed"]), read(erratum["correct"])
        assert kind in KINDS
        assert wrong != right
        assert (kind == "missing") == (erratum["printed"] == "")
        assert (kind in ("extra", "twice")) == (erratum["correct"] == "")
        assert set((wrong * (2 if kind == "twice" else 1)).terms) <= set(expanded)
        if kind == "sign":
            assert wrong == -right


def test_every_displayed_equation_is_checked_or_says_why_not() -> None:
    labels = [*EQUATIONS, *(e["label"] for e in PAPER["unchecked"])]
    assert len(labels) == len(set(labels)) == len(PAPER["equation"]) + len(PAPER["unchecked"])
    numbers = {int(n.group(1)) for n in (re.match(r"\((\d+)\)", label) for label in labels) if n}
    assert numbers == set(range(1, 41))
    entries = {f"{m}{i}{j}" for m in ("(37) m", "(38) c") for i in "1234" for j in "1234"}
    assert entries <= set(labels)


# where it contradicts itself ----------------------------------------------------------------------


def test_14_and_19_contradict_each_other_and_each_is_wrong_where_the_other_is_right() -> None:
    third = printed("(19)").select(lambda term: term.power("m3") or term.power("Izz3"))
    assert third == derived("K[3]") != printed("(14)")
    assert printed("(10)") == derived("K[2]")
    second = printed("(19)").select(lambda term: term.power("m2") or term.power("Izz2"))
    assert second != derived("K[2]")
    assert printed("(19)") - printed("(6)") - printed("(10)") - printed("(14)") == read(
        "-m2*a1^2*dq1^2/2 + m2*a1*ac2*cos(q2)*(dq2 - dq1)*(dq1 + dq2)"
        " + m3*a1^2*(dq1^2 - q1^2)/2 + (m3 - 2)*a1*a2*cos(q2)*dq1*(dq1 + dq2) + (m3/2 - 1)*dq3^2"
    )


def test_14_is_not_the_sum_of_12_and_13_nor_is_8_with_9_the_10() -> None:
    assert printed("(12)") + printed("(13)") == derived("K[3]") != printed("(14)")
    assert printed("(8)") + printed("(9)") != printed("(10)") == derived("K[2]")


def test_7_with_its_wrong_sign_gives_neither_8_nor_10() -> None:
    v = Vector(printed(f"(7) V2 {axis}") for axis in "xyz")
    wrong = v.dot(v) * read("m2/2")
    assert wrong not in (printed("(8)"), derived("K_v[2]"))
    right = Vector(corrected(EQUATIONS[f"(7) V2 {axis}"]) for axis in "xyz")
    assert right.dot(right) * read("m2/2") == derived("K_v[2]")


def test_21_is_right_and_is_not_19_less_20() -> None:
    assert printed("(21)") == derived("L")
    assert printed("(21)") - (printed("(19)") - printed("(20)")) == read(
        "m2*a1^2*dq1^2/2 + m2*a1*ac2*cos(q2)*(dq1 - dq2)*(dq1 + dq2)"
    )


def test_5_holds_with_its_untransposed_rotation_since_it_turns_about_z() -> None:
    ring = torsor.Ring(["w", *(f"I{a}{b}" for a in "xyz" for b in "xyz")], angles=["q1"])
    s, c = ring.sin("q1"), ring.cos("q1")
    R = Matrix([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    inertia = Matrix([ring.symbol(f"I{a}{b}") for b in "xyz"] for a in "xyz")
    w = Vector((ring.number(0), ring.number(0), ring.symbol("w")))
    assert w.dot(R @ inertia @ R @ w) == w.dot(R @ inertia @ R.T @ w) == ring.parse("Izz*w^2")


@pytest.mark.parametrize(
    ("label", "row", "contradicted"),
    [("(25)", 1, [1, 2, 4]), ("(28)", 2, []), ("(36)", 3, []), ("(32)", 4, [4])],
)
def test_37_contradicts_the_equations_of_motion_that_it_collects(
    label: str, row: int, contradicted: list[int]
) -> None:
    entries = enumerate(matrix_of("(37) m", as_printed)[row - 1], 1)
    assert [j for j, m in entries if printed(label).diff(f"ddq{j}") != m] == contradicted


def test_the_mass_matrix_of_37_is_not_symmetric() -> None:
    M = matrix_of("(37) m", as_printed)
    unequal = {(i, j) for i in range(4) for j in range(i) if M[i][j] != M[j][i]}
    assert unequal == {(1, 0)}
    assert M[0][1] - M[1][0] == read("cos(q2)*a1*(m2*ac2 + m3*a2) + Izz2")


def test_the_fourth_row_and_column_of_37_are_those_of_a_joint_4_turned_the_other_way() -> None:
    # Were theta_4 counted about +z, against (13), (25) and (32), they would be right.
    turned = tomllib.loads((files("torsor.library") / "robots" / "scara.toml").read_text("utf-8"))
    turned["joint"][3]["axis"] = "z"
    other, M = torsor.derive(turned).M, matrix_of("(37) m", as_printed)
    assert (other[3], other.T[3]) == (M[3], M.T[3])
    assert printed("(13)") == derived("K_w[3]") != read("Izz3*(dq1 + dq2 + dq4)^2/2")
    assert [printed(label).diff("ddq4") for label in ("(25)", "(32)")] == [read("-Izz3")] * 2


# C, judged by C dq --------------------------------------------------------------------------------


def test_38_times_dq_is_wrong_in_rows_1_and_2_and_right_in_3_and_4() -> None:
    wrong = (matrix_of("(38) c", as_printed) - by_hand(CHRISTOFFEL)) @ rates()
    assert wrong[0] == read(f"{H}*sin(q2)*(2*dq1 + dq2)*(dq2 - 1)")
    assert wrong[1] == read(f"-2*{H}*sin(q2)*dq1^2 + m2*a1*ac2*(sin(q2) - 1)*dq1*dq2")
    assert (wrong[2], wrong[3]) == (0, 0)


def test_38_with_its_errata_times_dq_is_right_though_it_is_not_the_christoffel_c() -> None:
    C, christoffel = matrix_of("(38) c", corrected), by_hand(CHRISTOFFEL)
    assert C @ rates() == christoffel @ rates()
    other = {(i + 1, j + 1) for i in range(4) for j in range(4) if C[i][j] != christoffel[i][j]}
    assert other == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_38_with_its_errata_leaves_the_rate_of_m_less_2c_unskewed() -> None:
    rate = Matrix([e.dt() for e in row] for row in by_hand(MASS))
    skew = rate - 2 * by_hand(CHRISTOFFEL)
    assert skew == -skew.T
    other = rate - 2 * matrix_of("(38) c", corrected)
    assert other != -other.T
    assert other[0][0] == read(f"2*{H}*sin(q2)*dq2")
    assert other[1][1] == read(f"-2*{H}*sin(q2)*dq1")
    # Energy is kept all the same, for it asks only that dq . (dM/dt - 2 C) dq vanish.
    assert rates().dot(other @ rates()) == 0


def test_38_contradicts_the_equations_of_motion_that_it_collects() -> None:
    rest = {f"ddq{k}": 0 for k in range(1, 5)}
    row = matrix_of("(38) c", as_printed) @ rates()
    first, second = (printed(label).subs(rest) for label in ("(25)", "(28)"))
    assert first == (by_hand(CHRISTOFFEL) @ rates())[0] != row[0]
    assert second != row[1]
    assert corrected(EQUATIONS["(28)"]).subs(rest) == (by_hand(CHRISTOFFEL) @ rates())[1]
