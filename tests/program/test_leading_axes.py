"""Arrays with any number of leading axes, which broadcast; functions that are sent elsewhere."""

from __future__ import annotations

import inspect
import pickle
from functools import cache

import numpy as np
import pytest

import torsor
from torsor.errors import ArrayError, SingularError
from torsor.program.functions.catalogue import FUNCTIONS


@cache
def arm(payload: str = "none") -> torsor.Arm:
    return torsor.compile("scara", {**NUMBERS}, payload)


NUMBERS = {
    "a1": 0.4, "a2": 0.3, "ac1": 0.2, "ac2": 0.1, "d1": 0.5, "m1": 3, "m2": 2, "m3": 1,
    "Izz1": 0.1, "Izz2": 0.05, "Izz3": 0.01, "g": 9.81,
}  # fmt: skip
LEADS = [((2, 3), (), ()), ((2, 1), (3,), ()), ((4,), (1,), (4,)), ((), (2, 2, 2), (1, 2)),
         ((0,), (), ()), ((2, 0, 3), (3,), ())]  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("leads", LEADS, ids=str)
def test_a_batch_is_its_states_one_by_one(name: str, leads: tuple[tuple[int, ...], ...]) -> None:
    rng = np.random.default_rng(5)
    sizes = [array.size for array in arm().program(name).inputs]
    leads = (*leads, leads[0])[: len(sizes)]
    given = [rng.uniform(-2, 2, (*lead, size)) for lead, size in zip(leads, sizes, strict=True)]
    call = getattr(arm(), name)
    found = call(*given)
    lead = np.broadcast_shapes(*leads)
    whole = [np.broadcast_to(a, (*lead, a.shape[-1])) for a in given]
    assert found.shape == lead + call(*(np.zeros(size) for size in sizes)).shape
    for at in np.ndindex(*lead):
        alone = call(*(np.ascontiguousarray(a[at]) for a in whole))
        assert np.allclose(found[at], alone, rtol=1e-13, atol=1e-13)


def test_a_wrench_broadcasts_too() -> None:
    q, zero = np.linspace(0, 1, 24).reshape(2, 3, 4), np.zeros(4)
    wrenches = np.eye(6)[:3]
    found = arm("wrench").inverse_dynamics(q, zero, zero, wrenches)
    assert found.shape == (2, 3, 4)
    assert np.allclose(
        found[1, 2], arm("wrench").inverse_dynamics(q[1, 2], zero, zero, wrenches[2])
    )
    assert np.allclose(found[1, 2], arm("wrench").inverse_dynamics(q[1, 2], zero, zero,
                                                                  wrench=wrenches[2]))  # fmt: skip


def test_out_has_the_shape_of_all_states() -> None:
    q, out = np.ones((2, 3, 4)), np.empty((2, 3, 4))
    assert arm().gravity(q, out=out) is out
    assert np.array_equal(out, arm().gravity(q))
    with pytest.raises(ArrayError, match=r"out is float64 \(3, 4\); expected float64 \(2, 3, 4\)"):
        arm().gravity(q, out=np.empty((3, 4)))


def test_states_that_do_not_broadcast_are_told() -> None:
    with pytest.raises(ArrayError, match=r"differ in how many states .* q \(2, 4\), dq \(3, 4\)"):
        arm().bias(np.zeros((2, 4)), np.zeros((3, 4)))


def test_a_singular_state_is_named_by_its_place() -> None:
    """A point mass at the end of a stretched arm cannot be pushed along it."""
    point = dict.fromkeys(("m1", "rx1", "ry1", "ry2", "Izz1", "Izz2"), 0)
    arm = torsor.compile("planar2r", {**point, "m2": 1, "l1": 1, "rx2": 1, "g": 9.81})
    q = np.ones((2, 3, 2))
    arm.forward_dynamics(q, q, q)
    q[1, 2] = 0
    with pytest.raises(SingularError, match=r"q = \[0., 0.\] \(state 1, 2\)"):
        arm.forward_dynamics(q, q, q)


def test_an_arm_without_a_wrench_says_how_to_have_one() -> None:
    zero = np.zeros(4)
    assert np.array_equal(arm().bias(zero, zero, None), arm().bias(zero, zero, wrench=None))
    with pytest.raises(ArrayError, match="compile it with payload='wrench'"):
        arm().bias(zero, zero, wrench=np.zeros(6))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_alone_is_sent_elsewhere(name: str) -> None:
    call = getattr(arm(), name)
    again = pickle.loads(pickle.dumps(call))
    given = [np.linspace(0.1, 0.4, array.size) for array in arm().program(name).inputs]
    assert again(*given).tobytes() == call(*given).tobytes()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_method_tells_what_the_catalogue_says(name: str) -> None:
    """What people read in an editor and what machine code takes are the same arguments."""
    function = FUNCTIONS[name]
    wrench = ("wrench",) if function.feels_wrench else ()
    link = ("link",) if function.of_frame else ()
    wanted = [*function.inputs, *wrench, *link, "parameters", "out"]
    assert list(inspect.signature(getattr(torsor.Arm, name)).parameters) == ["self", *wanted]
    made = getattr(arm(), name)
    assert list(inspect.signature(made).parameters) == wanted
    assert made.__doc__ == getattr(torsor.Arm, name).__doc__
