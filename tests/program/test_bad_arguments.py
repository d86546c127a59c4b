"""Bad arguments to compiling, compiled functions and rollouts: a sentence, and the right kind.

Every refusal is a ``TorsorError`` that is also a ``TypeError`` or a ``ValueError``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

import torsor
from torsor.errors import TorsorError

NUMBERS = {"m1": 1, "m2": 1, "l1": 1, "l2": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0,
           "Izz1": 0.1, "Izz2": 0.1, "g": 9.81}  # fmt: skip


@cache
def arm(payload: str = "none") -> Any:
    return torsor.compile("planar2r", NUMBERS, payload)


def refused(call: Any, kind: type[Exception]) -> str:
    with pytest.raises(TorsorError) as told:
        call()
    assert isinstance(told.value, kind), type(told.value)
    sentence = str(told.value)
    assert sentence and "\n" not in sentence and len(sentence) < 400
    return sentence


def label(case: object) -> str:
    """The case as text, without the places in memory that differ from process to process."""
    return re.sub(r" at 0x\w+", "", str(case)).replace("\n", "")[:30]


COMPILE = [
    ({"payload": None}, TypeError),
    ({"payload": 3}, TypeError),
    ({"payload": ["wrench"]}, TypeError),
    ({"payload": b"wrench"}, TypeError),
    ({"payload": "rope"}, ValueError),
    ({"payload": "wrench-sideways"}, ValueError),
    ({"payload": "body-base"}, ValueError),
    ({"payload": "-"}, ValueError),
    ({"threads": "2"}, TypeError),
    ({"threads": 1.5}, TypeError),
    ({"threads": True}, TypeError),
    ({"threads": 0}, ValueError),
    ({"threads": -(10**30)}, ValueError),
    ({"values": 5}, TypeError),
    ({"values": ["m1"]}, TypeError),
    ({"values": {1: 2}}, TypeError),
]


@pytest.mark.parametrize(("change", "kind"), COMPILE, ids=label)
def test_compiling(change: dict[str, Any], kind: type[Exception]) -> None:
    given = {"robot": "planar2r", "values": NUMBERS} | change
    refused(lambda: torsor.compile(**given), kind)


ROLLOUT = [
    ({"steps": 2.0}, TypeError),
    ({"steps": "2"}, TypeError),
    ({"steps": None}, TypeError),
    ({"steps": True}, TypeError),
    ({"steps": [2]}, TypeError),
    ({"steps": -1}, ValueError),
    ({"steps": -(10**40)}, ValueError),
    ({"steps": 10**13, "history": True}, ValueError),
    ({"steps": 10**40, "history": True}, ValueError),
    ({"dt": "1e-3"}, TypeError),
    ({"dt": None}, TypeError),
    ({"dt": 1j}, TypeError),
    ({"dt": [1e-3]}, TypeError),
    ({"dt": True}, TypeError),
    ({"dt": float("nan")}, ValueError),
    ({"dt": float("inf")}, ValueError),
    ({"dt": -1e-3}, ValueError),
    ({"dt": 0}, ValueError),
    ({"dt": 10**400}, ValueError),
    ({"history": "yes"}, TypeError),
    ({"history": None}, TypeError),
    ({"q": None}, ValueError),
    ({"q": "0, 0"}, ValueError),
    ({"q": ["0", "0"]}, ValueError),
    ({"q": [[0, 0], [0]]}, ValueError),
    ({"q": [object(), object()]}, ValueError),
    ({"q": np.zeros(3)}, ValueError),
    ({"q": np.zeros((1, 1, 2))}, ValueError),
    ({"q": np.zeros(2, complex)}, ValueError),
    ({"q": np.zeros(2, "datetime64[s]")}, ValueError),
    ({"q": np.zeros((3, 2))}, ValueError),
    ({"dq": np.ma.masked_array([0.0, 1.0], [True, False])}, ValueError),
    ({"dq": 1.0}, ValueError),
    ({"tau": None}, ValueError),
    ({"tau": np.zeros((2, 2, 2, 2))}, ValueError),
    ({"tau": np.zeros((7, 1, 2))}, ValueError),
    ({"tau": ["a", "b"]}, ValueError),
    ({"tau": {"q1": 1}}, ValueError),
    ({"wrench": np.zeros(6)}, ValueError),
]


@pytest.mark.parametrize(("change", "kind"), ROLLOUT, ids=label)
def test_rollouts(change: dict[str, Any], kind: type[Exception]) -> None:
    zero = np.zeros(2)
    given: dict[str, Any] = {"q": zero, "dq": zero, "tau": zero, "dt": 1e-3, "steps": 2}
    assert "rollout" in refused(lambda: arm().rollout(**(given | change)), kind)


def test_the_wrench_of_a_rollout() -> None:
    zero = np.zeros(2)
    for wrench in (None, 1.0, np.zeros(5), np.zeros((3, 6)), "wrench", [object()] * 6):
        refused(lambda w=wrench: arm("wrench").rollout(zero, zero, zero, 1e-3, 2, wrench=w),
                ValueError)  # fmt: skip


VALUES = [None, 1.0, "q", ["a", "b"], [object()] * 2, np.zeros(3), np.zeros((2, 2, 3)),
          {"q1": 1}, {1.0}, [[1.0], [1.0, 2.0]], [10**40] * 2, np.zeros(2, complex)]  # fmt: skip


@pytest.mark.parametrize("function", ["inverse_dynamics", "forward_dynamics", "jacobian_rate"])
def test_functions(function: str) -> None:
    call, zero = getattr(arm(), function), np.zeros(2)
    count = 2 if function == "jacobian_rate" else 3
    for k in range(count):
        for value in VALUES:
            given: list[Any] = [zero] * count
            given[k] = value
            assert function in refused(lambda given=given: call(*given), ValueError)
    for value in VALUES[1:]:
        refused(lambda value=value: call(*[zero] * count, out=value), ValueError)
    huge = np.broadcast_to(zero, (10**13, 2))
    refused(lambda: call(*[huge] * count), ValueError)


@pytest.mark.parametrize("name", [None, 5, ["gravity"], b"gravity"])
def test_programs_and_certificates_are_asked_for_by_name(name: Any) -> None:
    refused(lambda: arm().program(name), TypeError)
    refused(lambda: arm().certificate(name), TypeError)
    with pytest.raises(TorsorError, match="did you mean"):
        arm().program("gravitie")


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    zero = np.zeros(2)
    one = arm().rollout(zero, zero, zero, np.float64(1e-3), np.int64(3), np.bool_(False))
    assert one[0].tobytes() == arm().rollout(zero, zero, zero, 1e-3, 3)[0].tobytes()
    assert arm().rollout(np.zeros((0, 2)), np.zeros((0, 2)), zero, 1e-3, 3)[0].shape == (0, 2)


@pytest.mark.parametrize("change", [{"m1": "1e400"}, {"m2": 1e300, "l1": 1e10}])
def test_numbers_beyond_floats_are_told_as_such(change: dict[str, Any]) -> None:
    made = torsor.compile("planar2r", {**NUMBERS, **change})
    assert "beyond floating-point" in refused(lambda: made.gravity(np.zeros(2)), ValueError)
