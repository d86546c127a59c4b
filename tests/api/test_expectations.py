"""What users of NumPy, SymPy, Robotics Toolbox and Pinocchio try, and what they get.

Each test is one expectation: it is met, or answered with a sentence that says what to do instead.
"""

from __future__ import annotations

import copy
import pickle
import re
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import sympy
from tests.api.samples import STATE, VALUES, model

import torsor
from torsor.robot.peer_names import OTHERWISE, PEERS

AT = {**VALUES, **STATE, **dict.fromkeys(("fx", "fy", "fz", "nx", "ny", "nz"), 0)}


def arm() -> torsor.Arm:
    return torsor.compile("planar2r", VALUES)


# NumPy ------------------------------------------------------------------------------------------


def test_a_matrix_of_numbers_becomes_an_array() -> None:
    M = np.array(model().at(AT).M, dtype=float)
    assert M.shape == (2, 2)
    assert np.allclose(M, torsor.evaluate("planar2r", AT, "M")["M"])
    assert np.allclose(M, model().M.evaluate(AT))
    assert np.asarray(model().M).shape == (2, 2)


def test_shapes_are_told_as_arrays_tell_them() -> None:
    found = model()
    assert (found.M.shape, found.tau.shape, found.g.shape) == ((2, 2), (2,), (2,))
    assert (len(found.M), len(found.tau), found.n, found.robot.n, found.robot.dof) == (
        2,
        2,
        2,
        2,
        2,
    )


def test_entries_rows_columns_and_the_transpose() -> None:
    M = model().M
    assert M[0, 1] == M[0][1] == M.T[1, 0] == next(iter(M))[1]
    assert M == M.T
    assert (M[:, 0][1], M[-1, -1]) == (M[1, 0], M[1, 1])


def test_matrices_multiply_and_add() -> None:
    found = model()
    left = found.M @ found.ddq + found.C @ found.dq + found.g + found.payload
    assert left == found.tau
    assert 2 * found.M - found.M == found.M
    assert (found.M @ found.M.T).shape == (2, 2)


def test_a_constant_is_a_float_and_what_is_none_says_so() -> None:
    assert float(model().parse("3/4")) == 0.75
    assert float(model().M[1, 1].subs(AT)) > 0
    with pytest.raises(ValueError, match="no value for"):
        float(model().M[0, 0])


def test_batches_of_any_shape_broadcast() -> None:
    q = np.random.default_rng(1).uniform(-1, 1, (4, 3, 2))
    tau = arm().inverse_dynamics(q, np.zeros(2), [0.1, 0.2])
    assert tau.shape == (4, 3, 2)
    assert np.allclose(tau[2, 1], arm().inverse_dynamics(q[2, 1], [0, 0], [0.1, 0.2]))


# SymPy ------------------------------------------------------------------------------------------


def test_a_matrix_goes_to_sympy_and_comes_back() -> None:
    M = model().M.to_sympy()
    assert isinstance(M, sympy.MatrixBase) and M.shape == (2, 2)
    assert sympy.Matrix(M) == M
    back = [[torsor.from_sympy(M[i, j], model()) for j in range(2)] for i in range(2)]
    assert torsor.Matrix(back) == model().M
    assert model().tau.to_sympy().shape == (2, 1)
    assert torsor.Matrix([[1, Fraction(1, 3)]]).to_sympy() == sympy.Matrix(
        [[1, sympy.Rational(1, 3)]]
    )


def test_sympys_own_derivative_is_ours() -> None:
    q2 = sympy.Symbol("q2")
    ours = model().M.diff("q2").to_sympy()
    assert sympy.simplify(ours - model().M.to_sympy().diff(q2)) == sympy.zeros(2, 2)
    assert model().tau.jacobian(["ddq1", "ddq2"]) == model().M
    assert model().M.dt() == model().Mdot


def test_text_is_never_read_as_sympy() -> None:
    for given in ("m1", "__import__('os')", 5):
        with pytest.raises(TypeError, match="expression is a SymPy expression"):
            torsor.from_sympy(given, model())
    with pytest.raises(TypeError, match="a Ring or a Model"):
        torsor.from_sympy(sympy.Symbol("m1"), "planar2r")  # type: ignore[arg-type]


def test_equality_truth_and_hash_are_those_of_mathematics() -> None:
    ring = model().ring
    unit = ring.parse("sin(q1)^2 + cos(q1)^2")
    assert unit == 1 and unit - 1 == 0 and not unit - 1
    assert hash(unit) == hash(1)
    assert {model().M[0, 1]: "once"}[model().M[1, 0]] == "once"


def test_values_go_in_by_subs() -> None:
    M = model().M.subs({"l1": 2, "q2": "90deg"})
    assert M[0, 1] == model().M[0, 1].subs({"l1": 2, "q2": "90deg"})
    assert "l1" not in M[0, 0].symbols()


def test_the_determinant_is_exact() -> None:
    det = model().M.det()
    assert torsor.from_sympy(sympy.expand(model().M.to_sympy().det()), model()) == det
    assert torsor.Matrix([[2, 1, 0], [0, 3, 1], [1, 0, 1]]).det() == 7
    assert torsor.Matrix([[Fraction(1, 2)]]).det() == Fraction(1, 2)
    with pytest.raises(ValueError, match="a square one; it is 1 × 2"):
        torsor.Matrix([[1, 2]]).det()


@pytest.mark.parametrize(
    ("thing", "name", "says"),
    [
        ("M", "inv", "arm.forward_dynamics solves with M"),
        ("M", "eigenvals", "M.evaluate(values) is an array"),
        ("M", "simplify", "it is in normal form already"),
        ("tau", "lambdify", "torsor.compile(robot, values)"),
        ("M", "applyfunc", "map(function) changes every entry"),
        ("M", "dtype", "its entries are exact"),
        ("entry", "simplify", "it is in normal form already"),
        ("entry", "free_symbols", "symbols() names them"),
        ("entry", "evalf", "evaluate(values) gives a float"),
        ("entry", "nonsense", "'Expression' object has no attribute 'nonsense'"),
        ("model", "rnea", "Torsor calls it inverse_dynamics, in torsor.compile(robot, values)"),
        ("robot", "fkine", "Torsor calls it forward_kinematics, in torsor.compile(robot, values)"),
        ("robot", "nq", "Torsor calls it n"),
    ],
)
def test_a_name_of_another_package_is_answered(thing: str, name: str, says: str) -> None:
    found = model()
    things: dict[str, Any] = {"M": found.M, "tau": found.tau, "entry": found.M[0, 0],
                              "model": found, "robot": found.robot}  # fmt: skip
    with pytest.raises(AttributeError) as told:
        getattr(things[thing], name)
    assert isinstance(told.value, torsor.TorsorError)
    assert says in str(told.value) and "\n" not in str(told.value)
    assert not hasattr(things[thing], name)


# Robotics Toolbox, Pinocchio --------------------------------------------------------------------


@pytest.mark.parametrize("name", [theirs for names in PEERS.values() for theirs in names])
def test_every_name_of_a_toolbox_leads_to_ours(name: str) -> None:
    """What is told is there."""
    with pytest.raises(AttributeError, match="Torsor calls it") as told:
        getattr(arm(), name)
    ours = str(told.value).rpartition(" ")[2]
    assert hasattr(torsor.Arm, ours) or ours in vars(arm())


@pytest.mark.parametrize("name", OTHERWISE)
def test_what_an_arm_has_not_is_told(name: str) -> None:
    with pytest.raises(AttributeError, match=re.escape(OTHERWISE[name])):
        getattr(arm(), name)


def test_an_arm_completes_in_an_editor_and_a_shell() -> None:
    assert {"inverse_dynamics", "jacobian", "rollout"} <= set(dir(arm()))
    assert "M(q) ddq" in str(torsor.Arm.inverse_dynamics.__doc__)


def test_a_robot_without_a_chain_has_no_jacobian_and_says_so() -> None:
    numbers = {f"{s}{i}": 1 for s in "ml" for i in range(1, 7)} | {"g": 9.81}
    bodies = torsor.compile("rv1a-paper", numbers)
    assert not hasattr(bodies, "jacobian")
    with pytest.raises(torsor.TorsorError, match="given by bodies and has no frames: no jacobian"):
        _ = bodies.jacobian


def test_coordinates_stand_by_themselves() -> None:
    found = model()
    assert found.coordinates == ("q1", "q2")
    assert str(found.q[0] ** 2 + 1) == "q1^2 + 1"
    assert found.M[0, 0].to(found.q[0].ring) * found.q[0] != 0
    with pytest.raises(ValueError, match=r"move one with \.to\(ring\)"):
        _ = found.q[0] * found.M[0, 0]
    assert (found.dq[1], found.ddq[0]) == (found.ring.symbol("dq2"), found.ring.symbol("ddq1"))
    cartesian = torsor.derive("cartesian")
    assert cartesian.q[0].ring == cartesian.ring.extended(["q1", "q2", "q3"])


# what a notebook shows ----------------------------------------------------------------------------

SHOWN = {
    "expression": lambda: model().M[0, 0],
    "vector": lambda: model().tau,
    "matrix": lambda: model().M,
    "numbers": lambda: torsor.Matrix([[1, Fraction(-1, 3)], [0.5, 0]]),
    "steps": lambda: model().links[2],
    "model": model,
    "large model": lambda: torsor.derive("stanford"),
    "large matrix": lambda: torsor.derive("stanford").M,
    "robot": lambda: torsor.load("rttrr"),
    "robot with turned frames": lambda: torsor.load("puma560"),
    "robot of bodies": lambda: torsor.load("rv1a-paper"),
    "certificate": lambda: torsor.verify("planar2r"),
    "paper": lambda: torsor.check("scara"),
    "origins": lambda: torsor.why(model(), "M11", "m2"),
    "differences": lambda: torsor.diff("planar2r", "planar2r", payload="none"),
}


class Balance(HTMLParser):
    """What is opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass


@pytest.mark.parametrize("what", [k for k in SHOWN if k != "differences"])
def test_it_shows_itself_as_html_in_good_order(what: str) -> None:
    shown = SHOWN[what]()._repr_html_()
    balance = Balance()
    balance.feed(shown)
    assert not balance.open
    assert len(re.sub("<iframe.*</iframe>", "", shown, flags=re.DOTALL)) < 200_000
    ElementTree.fromstring(f"<div>{shown}</div>")


@pytest.mark.parametrize("what", [k for k in SHOWN if k not in ("differences", "origins")])
def test_it_shows_itself_as_latex_in_good_order(what: str) -> None:
    shown = SHOWN[what]()._repr_latex_()
    assert shown.startswith("$") and shown.endswith("$")
    plain = re.sub(r"\\\\|\\[{}$&#%_]", "", shown)
    assert plain.count("{") == plain.count("}")
    begun, ended = (sorted(re.findall(rf"\\{word}{{(\w+)}}", shown)) for word in ("begin", "end"))
    assert begun == ended
    assert not re.search(r"(?<!\\)[#%]", shown)


@pytest.mark.parametrize("what", SHOWN)
def test_a_repr_is_one_short_line(what: str) -> None:
    text = repr(SHOWN[what]())
    assert "\n" not in text and len(text) < 1000


def test_matrices_are_mathematics_in_latex_and_mathml() -> None:
    M = model().M
    assert M._repr_latex_().startswith(r"$\displaystyle \begin{bmatrix} I_{zz1} + ")
    assert M._repr_html_().count("<mtd>") == 4
    assert r"\bar{\omega}" in model().links[2]._repr_latex_()
    assert repr(M) == "<Matrix of 2 × 2: 9, 5, 5, 3 terms>"
    assert repr(torsor.Vector([1, 2])) == "Vector([1, 2])"
    assert torsor.derive("stanford").M._repr_html_().count("⟨") > 20


def test_what_a_user_wrote_is_no_markup() -> None:
    plain = torsor.load("planar2r")
    robot = torsor.Robot("<b>&", plain.joints, plain.links)
    assert "&lt;b&gt;&amp;" in robot._repr_html_() and "<b>" not in robot._repr_html_()
    assert "<b>" not in torsor.derive(robot)._repr_html_()
    assert "<b>" not in torsor.verify(robot)._repr_html_()


@pytest.mark.parametrize("what", [k for k in SHOWN if k != "numbers"])
def test_it_is_copied_and_sent_as_it_is(what: str) -> None:
    thing = SHOWN[what]()
    for again in (copy.copy(thing), pickle.loads(pickle.dumps(thing))):
        assert again == thing
