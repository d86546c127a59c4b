"""Compiled functions as Python sees them: bits, batches, cores, numbers given and missing."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import time
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.oracles.random_robots import random_state
from tests.program.truth import Truth, library_truth
from tests.truth.judge import relative_error

import torsor
from torsor.errors import MissingValueError, SingularError, TorsorError, UnknownNameError
from torsor.program.jit.writing.kernel import LARGE

ALL = os.environ.get("TORSOR_PROVE") == "all"
PUMA = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "forward_kinematics", "jacobian")


@cache
def truth_of(name: str) -> Truth:
    return library_truth(name)


@cache
def arm_of(name: str, threads: int | None = None) -> Any:
    return torsor.compile(truth_of(name).robot, truth_of(name).numbers, threads=threads)


def batch(n: int, count: int, dtype: Any = np.float64, seed: int = 0) -> list[Any]:
    return list(np.random.default_rng(seed).uniform(-3, 3, (3, count, n)).astype(dtype))


def arguments(function: str, arrays: list[Any]) -> list[Any]:
    few = function in ("mass_matrix", "forward_kinematics", "jacobian", "gravity")
    return arrays[:1] if few else arrays


@pytest.mark.parametrize("function", PUMA)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_batch_has_the_bits_of_its_states(function: str, dtype: Any) -> None:
    call = getattr(arm_of("puma560"), function)
    arrays = arguments(function, batch(6, 40, dtype))
    alone = np.array([call(*(a[i] for a in arrays)) for i in range(40)])
    assert alone.dtype == dtype
    for count in range(1, 41):
        together = call(*(a[:count] for a in arrays))
        assert together.dtype == dtype
        assert together.tobytes() == alone[:count].tobytes()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_results_larger_than_a_cache_have_the_same_bits(dtype: Any) -> None:
    """They are written in another way, and nothing beside them is."""
    call = arm_of("panda", 1).mass_matrix
    (q, *_) = batch(7, 30_011, dtype)
    room = np.full((30_013, 7, 7), 7.0, dtype)
    found = call(q, out=room[1:-1])
    assert room[1:-1].nbytes > LARGE
    assert (room[0] == 7).all() and (room[-1] == 7).all()
    for few in range(0, 30_011, 500):
        assert found[few : few + 500].tobytes() == call(q[few : few + 500]).tobytes()


def test_large_angles_among_others_change_no_bits() -> None:
    arm = arm_of("puma560")
    q, dq, ddq = batch(6, 32)
    q[3, 2], q[17] = 1e6, 1e9
    together = arm.inverse_dynamics(q, dq, ddq)
    alone = np.array([arm.inverse_dynamics(*row) for row in zip(q, dq, ddq, strict=True)])
    assert together.tobytes() == alone.tobytes()
    keep = [i for i in range(32) if i not in (3, 17)]
    assert together[keep].tobytes() == arm.inverse_dynamics(q[keep], dq[keep], ddq[keep]).tobytes()


def test_numbers_that_are_none_stay_in_their_own_state() -> None:
    arm = arm_of("puma560")
    q, dq, ddq = batch(6, 24)
    clean = arm.inverse_dynamics(q, dq, ddq)
    q[5, 1], q[11, 3] = np.nan, np.inf
    found = arm.inverse_dynamics(q, dq, ddq)
    keep = [i for i in range(24) if i not in (5, 11)]
    assert found[keep].tobytes() == clean[keep].tobytes()
    assert np.isnan(found[[5, 11]]).any(axis=1).all()


@pytest.mark.parametrize("count", [8191, 8192, 8193, 20_011])
def test_cores_do_not_change_a_bit(count: int) -> None:
    arrays = batch(5, count)
    one = arm_of("rttrr", 1).inverse_dynamics(*arrays)
    for threads in (2, 3, None):
        assert arm_of("rttrr", threads).inverse_dynamics(*arrays).tobytes() == one.tobytes()


def test_a_batch_lets_other_threads_run() -> None:
    """While machine code runs, a thread of Python counts on."""
    arm = arm_of("puma560", 1)
    arrays = [np.tile(a, (400, 1)) for a in batch(6, 1000)]
    out = np.empty((400_000, 6))
    arm.inverse_dynamics(*arrays, out=out)
    done, seen = threading.Event(), []

    def work() -> None:
        for _ in range(10):
            arm.inverse_dynamics(*arrays, out=out)
        done.set()

    # With the lock held, this thread would only run between one call and the next.
    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        seen.append(time.perf_counter())
        time.sleep(0.0002)
    thread.join()
    assert len(seen) > 30


def test_nothing_leaks() -> None:
    """Neither references nor memory: of arguments, of results, of ``out``, of failed calls."""
    arm = arm_of("rttrr")
    q, dq, ddq = (a[0].copy() for a in batch(5, 1))
    out = np.empty(5)
    singular = pointer().forward_dynamics
    at = np.array([0.0, np.pi / 2])

    def once() -> None:
        arm.inverse_dynamics(q, dq, ddq)
        assert arm.inverse_dynamics(q, dq, ddq, out=out) is out
        arm.inverse_dynamics(q[None], dq[None], ddq[None])
        arm.inverse_dynamics(q, dq, ddq.tolist())
        for wrong in (lambda: arm.inverse_dynamics(q, dq), lambda: singular(at, at, at)):
            with pytest.raises(TorsorError):
                wrong()

    once()
    gc.collect()  # what other tests have left in circles holds None, too
    before = [sys.getrefcount(a) for a in (q, dq, ddq, out, at, np.ndarray, None)]
    for _ in range(300):
        once()
    gc.collect()
    after = [sys.getrefcount(a) for a in (q, dq, ddq, out, at, np.ndarray, None)]
    assert all(abs(a - b) < 200 for a, b in zip(after, before, strict=True))
    assert after[:5] == before[:5]
    assert memory_of_many_calls() < 20e6


def memory_of_many_calls() -> float:
    """How many bytes a process grows by over 200,000 calls of each kind."""
    code = """
import resource, numpy as np, torsor
from tests.program.test_machine_code import arm_of, pointer
def size():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
arm, big = arm_of("rttrr"), arm_of("rttrr").mass_matrix
q = np.ones(5); out = np.empty(5); f = arm.inverse_dynamics
bad, at = pointer().forward_dynamics, np.array([0.0, np.pi / 2])
def fails():
    try:
        bad(at, at, at)
    except torsor.TorsorError:
        pass
for round in range(2):
    for _ in range(1000 + 199_000 * round):
        f(q, q, q); f(q, q, q, out=out); big(q)
    for _ in range(1000 + 19_000 * round):
        fails()
    if not round:
        start = size()
print(size() - start)
"""
    if not os.path.exists("/proc/self/statm"):  # noqa: PTH110
        return 0.0
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    return float(found.stdout)


def test_results_do_not_share_memory() -> None:
    arm = arm_of("rttrr")
    q, dq, ddq = (a[0] for a in batch(5, 1))
    first = arm.inverse_dynamics(q, dq, ddq)
    kept = first.copy()
    second = arm.inverse_dynamics(q + 1, dq, ddq)
    assert np.array_equal(first, kept)
    assert first.flags.owndata
    assert first.flags.writeable
    assert not np.shares_memory(first, second)


def test_threads_may_call_the_same_function_at_once() -> None:
    arm = arm_of("puma560")
    arrays = batch(6, 2000)
    wanted = arm.inverse_dynamics(*arrays)
    failures: list[str] = []

    def many(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for i in rng.integers(0, 2000, 3000):
            if not np.array_equal(arm.inverse_dynamics(*(a[i] for a in arrays)), wanted[i]):
                failures.append(f"state {i}")

    threads = [threading.Thread(target=many, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_can_go_on_with_batches() -> None:
    code = """
import os, numpy as np
from tests.program.test_machine_code import arm_of, batch
arm, arrays = arm_of("rttrr", 2), batch(5, 20_000)
wanted = arm.inverse_dynamics(*arrays)
child = os.fork()
if not child:
    os._exit(0 if np.array_equal(arm.inverse_dynamics(*arrays), wanted) else 3)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0


# what is given and what is missing ---------------------------------------------------------------


def test_missing_values_are_listed() -> None:
    values = dict(truth_of("rttrr").numbers)
    del values["m3"], values["l4"]
    arm = torsor.compile("rttrr", values)
    with pytest.raises(MissingValueError, match="inverse_dynamics needs a value for") as told:
        arm.inverse_dynamics(*(a[0] for a in batch(5, 1)))
    assert "m3" in str(told.value)
    assert "l4" in str(told.value)
    assert "m4" not in str(told.value)


def test_a_value_that_only_the_tool_needs_is_asked_for_when_the_tool_is() -> None:
    values = {k: v for k, v in truth_of("rttrr").numbers.items() if k != "l6"}
    arm = torsor.compile("rttrr", values)
    arm.inverse_dynamics(*(a[0] for a in batch(5, 1)))
    with pytest.raises(MissingValueError, match="forward_kinematics needs a value for l6"):
        arm.forward_kinematics(np.zeros(5))


def test_a_name_that_is_not_the_robots_is_refused() -> None:
    values = truth_of("rttrr").numbers | {"m9": 1.0}
    with pytest.raises(UnknownNameError, match="'m9' is no symbol of RTTRR"):
        torsor.compile("rttrr", values)


@pytest.mark.parametrize("value", ["l2", "2*m1", "hello world", None, [1], float("nan"), 1j])
def test_a_value_must_be_a_number(value: Any) -> None:
    with pytest.raises(TorsorError) as told:
        torsor.compile("rttrr", truth_of("rttrr").numbers | {"m3": value})
    assert "\n" not in str(told.value)


def test_numbers_of_every_kind_are_the_same_number() -> None:
    from fractions import Fraction

    arrays = [a[0] for a in batch(5, 1)]
    base = truth_of("rttrr").numbers
    wanted = torsor.compile("rttrr", base | {"m3": 0.5}).inverse_dynamics(*arrays)
    for value in ("0.5", "1/2", Fraction(1, 2), np.float64(0.5), np.float32(0.5)):
        arm = torsor.compile("rttrr", base | {"m3": value})
        assert arm.inverse_dynamics(*arrays).tobytes() == wanted.tobytes()


def test_an_angle_may_be_given_in_radians_or_with_its_unit() -> None:
    table = {
        "joint": [
            {"kind": "R", "axis": "z"},
            {"kind": "R", "axis": "z", "rotation": "Rx(alpha)", "offset": [0.5, 0, 0]},
        ]
    }
    truth = library_truth(table)
    state = [a[0] for a in batch(2, 1)]
    for value, angle in ((0.3, 0.3), ("30deg", np.pi / 6), ("pi/7", np.pi / 7), ("0.3rad", 0.3)):
        arm = torsor.compile(table, truth.numbers | {"alpha": value})
        wanted = Truth(truth.robot, truth.numbers | {"alpha": angle}).inverse_dynamics(*state)
        assert np.allclose(arm.inverse_dynamics(*state), wanted, rtol=1e-12)


def test_a_robots_own_wrench_gives_way_to_the_argument() -> None:
    """``payload="wrench"`` asks for six numbers with the state, whatever the file has there."""
    table = {
        "joint": [{"kind": "T", "axis": "z", "link": {"mass": 2, "com": [0, 0, 0]}}],
        "gravity": [0, 0, -10],
        "payload": {"kind": "wrench", "wrench": [0, 0, 7, 0, 0, 0]},
    }
    arm = torsor.compile(table, {f"I{e}1": 0 for e in ("xx", "yy", "zz", "xy", "xz", "yz")},
                         payload="wrench")  # fmt: skip
    one = np.ones(1)
    assert arm.inverse_dynamics(one, one, one, [0, 0, 5, 0, 0, 0]) == pytest.approx([27])


@pytest.mark.parametrize("payload", ["rope", "wrench-sideways", "", "none-tool-x"])
def test_an_unknown_payload_is_refused(payload: str) -> None:
    with pytest.raises(TorsorError, match="payload"):
        torsor.compile("rttrr", truth_of("rttrr").numbers, payload)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_threads_are_counted_in_whole_numbers(threads: Any) -> None:
    with pytest.raises(TorsorError, match="threads"):
        torsor.compile("rttrr", truth_of("rttrr").numbers, threads=threads)


def test_threads_may_ask_for_functions_at_once() -> None:
    arm = torsor.compile(truth_of("rttrr").robot, truth_of("rttrr").numbers | {"m1": 3})
    found: dict[str, Any] = {}

    def ask(name: str) -> None:
        found[name] = getattr(arm, name)(*arguments(name, [a[0] for a in batch(5, 1)]))

    threads = [threading.Thread(target=ask, args=(name,)) for name in PUMA]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == set(PUMA)
    assert np.isfinite(np.concatenate([v.ravel() for v in found.values()])).all()


def test_an_unknown_function_is_no_attribute() -> None:
    arm = arm_of("rttrr")
    with pytest.raises(AttributeError, match="inverse_statics"):
        _ = arm.inverse_statics
    assert set(arm.functions) <= set(dir(arm))
    assert "RTTRR" in repr(arm)


# a mass matrix that cannot be inverted ------------------------------------------------------------


@cache
def pointer() -> Any:
    """A massless slide with a point mass on a turning arm: det M = cos² q2."""
    nothing = {"mass": 0, "com": [0, 0, 0], "inertia": [0] * 6}
    table = {
        "joint": [
            {"kind": "T", "axis": "x", "link": nothing},
            {"kind": "R", "axis": "z", "link": {**nothing, "mass": 1, "com": [1, 0, 0]}},
        ],
        "gravity": [0, 0, 0],
    }
    return torsor.compile(table, {})


def test_a_singular_mass_matrix_is_named_with_its_state() -> None:
    arm = pointer()
    rest = np.zeros(2)
    q = np.array([0.25, np.pi / 2])
    for function in (arm.forward_dynamics, arm.forward_dynamics_derivatives):
        with pytest.raises(SingularError, match=r"singular at q = \[0\.25 +, 1\.570796\]"):
            function(q, rest, rest)
    assert np.isfinite(arm.forward_dynamics(np.array([0.25, 1.0]), rest, rest)).all()


@pytest.mark.parametrize("count", [1, 3, 8, 21, 20_000])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_so_it_is_in_a_batch_with_its_number(count: int, dtype: Any) -> None:
    arm = pointer()
    q = np.full((count, 2), 0.5, dtype)
    for at in {0, count // 2, count - 1}:
        q[:, 1] = 0.5
        q[at, 1] = np.pi / 2
        q[-1, 1] = np.pi / 2
        with pytest.raises(SingularError, match=rf"\(state {at}\)"):
            arm.forward_dynamics(q, q * 0, q * 0)


def test_what_went_in_is_not_lost_where_nothing_comes_out() -> None:
    """With ``out`` one of the inputs, the state that failed is still told."""
    arm, rest = pointer(), np.zeros(2)
    q = np.array([0.25, np.pi / 2])
    with pytest.raises(SingularError, match=r"singular at q = \[0\.25 +, 1\.570796\]"):
        arm.forward_dynamics(q, rest, rest, out=q)
    assert q.tolist() == [0.25, np.pi / 2]


def test_a_mass_matrix_that_is_singular_everywhere_is_told_at_once() -> None:
    nothing = {"mass": 0, "com": [0, 0, 0], "inertia": [0] * 6}
    arm = torsor.compile({"joint": [{"kind": "R", "axis": "z", "link": nothing}]}, {})
    with pytest.raises(SingularError, match="singular"):
        arm.forward_dynamics(np.zeros(1), np.zeros(1), np.zeros(1))


@pytest.mark.parametrize("joints", [3, 12])
def test_two_joints_on_one_axis_with_nothing_between_are_noticed(joints: int) -> None:
    """Rounding leaves a pivot of 1e-17 and not 0; however the accelerations are solved for."""
    row = {"kind": "R", "axis": "y", "offset": [0.3, 0, 0.1]}
    body = {"mass": 1.3, "com": [0.2, 0.1, 0.3], "inertia": [0.4, 0.5, 0.6, 0.01, 0.02, 0.03]}
    nothing = {"mass": 0, "com": [0, 0, 0], "inertia": [0] * 6}
    rows = [{**row, "axis": "yz"[i % 2], "link": body} for i in range(joints - 3)]
    rows += [{**row, "link": nothing}, {"kind": "R", "axis": "y", "link": body}]
    rows += [{**row, "axis": "x", "link": body}]
    arm = torsor.compile({"joint": rows, "gravity": [0, 0, -9.81]}, {})
    rng = np.random.default_rng(0)
    with pytest.raises(SingularError, match="singular"):
        for _ in range(20):
            arm.forward_dynamics(*rng.uniform(-2, 2, (3, joints)))


# copies, and robots of any size -------------------------------------------------------------------


def test_an_arm_can_be_pickled_and_copied() -> None:
    arm = arm_of("rttrr")
    arrays = [a[0] for a in batch(5, 1)]
    wanted = arm.inverse_dynamics(*arrays)
    for other in (pickle.loads(pickle.dumps(arm)), copy.copy(arm), copy.deepcopy(arm)):
        assert other.robot == arm.robot
        assert other.inverse_dynamics(*arrays).tobytes() == wanted.tobytes()


def chain(joints: int) -> Truth:
    rng = np.random.default_rng(joints)
    rows = []
    for _ in range(joints):
        com, offset = (np.round(rng.uniform(-0.3, 0.3, (2, 3)), 3)).tolist()
        principal = np.round(rng.uniform(0.1, 0.2, 3), 3).tolist()
        body = {"mass": 1.5, "com": com, "inertia": [*principal, 0.01, 0.002, -0.01]}
        rows.append({"kind": "R", "axis": str(rng.choice(list("xyz"))), "offset": offset,
                     "link": body})  # fmt: skip
    return library_truth({"joint": rows, "gravity": [0, 0, -9.81]})


@pytest.mark.parametrize("function", ["inverse_dynamics", "mass_matrix", "forward_dynamics"])
def test_a_chain_of_thirty_joints(function: str) -> None:
    """Thirty for the driving forces; the others, long to compile, are as long with ``ALL``."""
    n = 30 if ALL or function == "inverse_dynamics" else 12
    truth = chain(n)
    call = getattr(torsor.compile(truth.robot, truth.numbers), function)
    state = random_state(np.random.default_rng(0), n)
    wanted = truth.inverse_dynamics(state.q, state.dq, state.ddq)
    M, size = truth.mass_matrix(state.q), truth.magnitude(state)
    if function == "mass_matrix":
        assert np.abs(call(state.q) - M).max() <= 1e-11 * np.abs(M).max()
    elif function == "inverse_dynamics":
        assert relative_error(call(state.q, state.dq, state.ddq), wanted, size) <= 1e-12
    else:
        ddq = call(state.q, state.dq, wanted)
        assert relative_error(M @ ddq, M @ state.ddq, size) <= 1e-10


def test_the_work_grows_with_the_joints_and_not_faster() -> None:
    from torsor.program.functions.programs import build_program

    counts = []
    for joints in (10, 20, 30):
        truth = chain(joints)
        found = build_program(truth.robot, "inverse_dynamics", truth.numbers).operations
        counts.append(found["mul"] + found["add"])
    assert counts[2] - counts[1] < 1.2 * (counts[1] - counts[0])


def test_a_chain_of_two_hundred_joints_works_or_is_refused_in_a_sentence() -> None:
    truth = chain(200 if ALL else 60)
    arm = torsor.compile(truth.robot, truth.numbers)
    n = arm.n
    state = random_state(np.random.default_rng(0), n)
    try:
        tau = arm.inverse_dynamics(state.q, state.dq, state.ddq)
    except TorsorError as error:
        assert "\n" not in str(error)
    else:
        wanted = truth.inverse_dynamics(state.q, state.dq, state.ddq)
        assert relative_error(tau, wanted, truth.magnitude(state)) <= 1e-11
