"""Programs of long chains: parallel axes in a row, turned over, with slides between, in trees."""

from __future__ import annotations

import numpy as np
import pytest
from tests.oracles import pinocchio_model as pinocchio

import torsor
from torsor.program.certification import certification as certify
from torsor.program.functions import dynamics
from torsor.program.functions.preparation import prepare_robot
from torsor.program.functions.programs import build_program

from .truth import library_truth

OVER = {"kind": "R", "axis": "z", "offset": [0.1, 0.05, 0.2], "rotation": "Rx(180deg)"}


def body(k: int) -> dict:
    return {"mass": 1 + k / 10, "com": [0.1, 0.02, 0.03], "inertia": [0.1, 0.2, 0.15, 0.01, 0, 0]}


def joints(kind: str) -> list[dict]:
    rows = []
    for k in range(COUNT):
        row = {"kind": "R", "axis": "y" if kind == "about y" else "z", "offset": [0.3, 0, 0.01]}
        if kind == "turned over" and k % 3 == 1:
            row = dict(OVER)
        if kind == "with slides" and k % 4 == 3:
            row |= {"kind": "T", "axis": "x"}
        if kind == "in a tree":
            row["parent"] = 0 if k == 0 else (k + 1) // 2
        rows.append(row | {"link": body(k)})
    return rows


COUNT = 12

KINDS = ["about z", "about y", "turned over", "with slides", "in a tree"]


@pytest.mark.parametrize("kind", KINDS)
def test_parallel_axes_are_pinocchios(kind):
    truth = library_truth({"joint": joints(kind), "gravity": [0, -9.81, 0]})
    arm = torsor.compile(truth.robot, truth.numbers)
    rng = np.random.default_rng(3)
    q, dq, ddq = rng.uniform(-1, 1, (3, COUNT))
    tau = truth.inverse_dynamics(q, dq, ddq)
    size = np.abs(tau).max()
    assert np.abs(arm.inverse_dynamics(q, dq, ddq) - tau).max() <= 1e-11 * size
    assert np.abs(arm.gravity(q) - truth.gravity(q)).max() <= 1e-11 * size
    M = arm.mass_matrix(q)
    assert np.abs(M - truth.mass_matrix(q)).max() <= 1e-11 * np.abs(M).max()
    assert np.abs(M @ arm.forward_dynamics(q, dq, tau) - M @ ddq).max() <= 1e-8 * size
    if kind == "about z":
        C = pinocchio.coriolis(truth.pin, q, dq)
        assert np.abs(arm.coriolis(q, dq) - C).max() <= 1e-11 * np.abs(C).max()


@pytest.mark.parametrize("name", ["rttrr", "scara", "3r", "stanford"])
def test_C_by_the_bias_is_christoffels(name, monkeypatch):
    """As long chains have it; equal to the closed form as polynomials, payload and all."""
    monkeypatch.setattr(dynamics, "MANY", 1)
    robot = prepare_robot(torsor.load(name), "body" if name != "scara" else "none")
    made = build_program(robot, "coriolis")
    assert "equal to the closed form" in certify.certify_program(robot, made)


@pytest.mark.parametrize("name", ["rttrr", "stanford"])
def test_C_over_balls_is_christoffels(name, monkeypatch):
    """The truth of long chains, beside the program that is proven for short ones."""
    robot = prepare_robot(torsor.load(name))
    made = build_program(robot, "coriolis")
    assert "equal to the closed form" in certify.certify_program(robot, made)
    monkeypatch.setattr(certify, "is_large", lambda robot: True)
    assert "random states" in certify.certify_program(robot, made)
