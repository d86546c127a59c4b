"""What users send to other processes arrives there and comes back equal; equal is by content."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from tests.program.targets.running import COUPLED, TILTED

import torsor
from torsor import errors
from torsor.equations.printed_terms import why
from torsor.mechanics.methods import METHODS
from torsor.robot import hypotheses

VALUES = {"m1": 1, "m2": 1, "l1": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0, "Izz1": 0.1,
          "Izz2": 0.1, "g": 9.81}  # fmt: skip
SCENARIO = {"duration": 0.1, "drive": "free"}
STATE = {"q1": 0, "q2": 0, "fx": 0, "fy": 0, "nz": 0}
DRIVEN = torsor.load("planar2r").with_drives("friction").with_drives("springs")


def _model(robot: Any = "planar2r", method: str | None = None) -> torsor.Model:
    return torsor.derive(robot, method)


THINGS: dict[str, Callable[[], Any]] = {
    "robot": lambda: torsor.load("scara"),
    "robot of a file": lambda: torsor.load(TILTED),
    "robot with drives": lambda: DRIVEN,
    "model": _model,
    "model with drives": lambda: _model(DRIVEN),
    "model of bodies": lambda: _model("rv1a-paper"),
    "model of coupled joints": lambda: _model(COUPLED),
    "model with surds": lambda: _model("Rz(q1) tx(l1) Rx(45deg) Rz(q2) Ry(bend) tx(l2)"),
    "model at values": lambda: _model().at({"m1": 2, "l1": "1/3"}),
    "expression": lambda: _model().tau[0],
    "ring": lambda: _model().ring,
    "matrix": lambda: _model().M,
    "vector": lambda: _model().g,
    "steps": lambda: _model().links,
    "energies": lambda: _model().energies,
    "base parameters": lambda: _model().base_parameters,
    "columns": lambda: _model().columns,
    "linear": lambda: _model().linearised(VALUES | STATE),
    "state space": lambda: _model().state_space(VALUES | STATE),
    "certificate": lambda: torsor.verify("planar2r"),
    "paper": lambda: torsor.check("scara"),
    "differences": lambda: torsor.diff("planar2r", "Rz(q1) tx(l1) Rz(q2) tx(l2)"),
    "origins": lambda: why(_model(), "tau1", "m2"),
    "compiled": lambda: torsor.compile("planar2r", VALUES),
    "motion": lambda: torsor.simulate("planar2r", SCENARIO, VALUES),
}

ELSEWHERE = """
import pickle, sys, traceback
back = {}
for what, sent in pickle.load(sys.stdin.buffer).items():
    try:
        it = pickle.loads(sent)
        if what.startswith("model"):
            assert len(it.tau) == len(it.M) == it.robot.dof
            assert it.energies.K
        back[what] = pickle.dumps(it)
    except Exception:
        back[what] = traceback.format_exc()
pickle.dump(back, sys.stdout.buffer)
"""


@pytest.fixture(scope="module")
def returned() -> dict[str, tuple[Any, Any]]:
    """Each thing, and what came back from another process or what went wrong there."""
    things = {what: make() for what, make in THINGS.items()}
    sent = pickle.dumps({what: _dumps(it) for what, it in things.items()})
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=sent, capture_output=True, check=True
    )
    back = pickle.loads(done.stdout)
    return {
        what: (it, pickle.loads(back[what]) if isinstance(back[what], bytes) else back[what])
        for what, it in things.items()
    }


def _dumps(it: Any) -> bytes:
    try:
        return pickle.dumps(it)
    except Exception as error:
        return f"cannot be sent: {error}".encode()


@pytest.mark.parametrize("what", THINGS)
def test_it_comes_back_equal_from_another_process(what: str, returned: Any) -> None:
    it, back = returned[what]
    assert back == it
    assert type(back) is type(it)


@pytest.mark.parametrize("what", THINGS)
def test_a_deep_copy_is_equal(what: str) -> None:
    it = THINGS[what]()
    assert copy.deepcopy(it) == it
    assert copy.copy(it) == it


def test_a_model_that_came_back_still_computes(returned: Any) -> None:
    model, back = returned["model"]
    assert back.tau[0] * 2 - model.tau[0] == model.tau[0]
    assert back.M == model.M
    assert back.links[2].F == model.links[2].F
    assert back.base_parameters == model.base_parameters
    it, at = returned["model at values"]
    assert at.M == it.M
    assert at.values == it.values


def test_a_compiled_robot_that_came_back_still_runs(returned: Any) -> None:
    arm, back = returned["compiled"]
    assert (back.gravity([0.1, 0.2]) == arm.gravity([0.1, 0.2])).all()


def test_what_was_made_already_is_not_sent_along() -> None:
    model = torsor.derive("planar2r")
    before = len(pickle.dumps(model))
    assert model.M
    assert model.links
    assert model.energies.K
    assert len(pickle.dumps(model)) == before


@pytest.mark.parametrize("method", METHODS)
def test_models_of_one_robot_are_equal_whenever_and_however_they_were_derived(method: str) -> None:
    first, second = torsor.derive("planar2r"), torsor.derive("planar2r", method)
    assert first == second
    assert hash(first) == hash(second)
    assert len({first, second}) == 1


def test_models_that_differ_are_unequal() -> None:
    model = torsor.derive("planar2r")
    heavier = torsor.derive(hypotheses.assume(torsor.load("planar2r"), "m1 = 2"))
    assert model != heavier
    assert model != model.at({"m1": 2})
    assert model != torsor.derive("scara")
    assert torsor.compile("planar2r", VALUES) == torsor.compile("planar2r", VALUES)
    assert torsor.compile("planar2r", VALUES) != torsor.compile("planar2r", VALUES | {"m1": 2})


def _family(kind: type) -> list[type]:
    return [kind, *(deep for one in kind.__subclasses__() for deep in _family(one))]


@pytest.mark.parametrize("kind", _family(errors.TorsorError))
def test_errors_come_through_with_their_sentence(kind: type) -> None:
    back = pickle.loads(pickle.dumps(kind("the sentence")))
    assert type(back) is kind
    assert str(back) == "the sentence"
