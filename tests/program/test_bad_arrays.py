"""What is handed to compiled functions: converted where that is safe, else refused in a sentence.

What could end the process if it went wrong runs in a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.program.truth import library_truth

import torsor
from torsor.errors import ArrayError

N = 5


@cache
def call() -> Any:
    truth = library_truth("rttrr")
    return torsor.compile(truth.robot, truth.numbers).inverse_dynamics


def state(count: int | None = None) -> list[Any]:
    shape = (3, N) if count is None else (3, count, N)
    return list(np.random.default_rng(0).uniform(-2, 2, shape))


def unaligned(a: Any) -> Any:
    raw = np.empty(a.nbytes + 1, np.uint8)
    view = raw[1:].view(a.dtype).reshape(a.shape)
    view[...] = a
    assert not view.flags.aligned
    return view


def read_only(a: Any) -> Any:
    a = a.copy()
    a.flags.writeable = False
    return a


class Own(np.ndarray):
    """A subclass, as units packages have."""


def strided(a: Any) -> Any:
    wide = np.zeros((*a.shape[:-1], 2 * a.shape[-1]))
    wide[..., ::2] = a
    return wide[..., ::2]


FORMS = {
    "list": lambda a: a.tolist(),
    "tuple": lambda a: tuple(a.tolist()),
    "strided": strided,
    "reversed": lambda a: a[..., ::-1].copy()[..., ::-1],
    "fortran": np.asfortranarray,
    "transposed": lambda a: np.ascontiguousarray(a.T).T,
    "byte-swapped": lambda a: a.astype(a.dtype.newbyteorder()),
    "read-only": read_only,
    "unaligned": unaligned,
    "subclass": lambda a: a.view(Own),
    "masked, but nowhere": np.ma.masked_array,
    "long double": lambda a: a.astype(np.longdouble),
    "memory view": memoryview,
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [None, 1, 2, 19])
def test_arrays_of_every_form_give_the_same_bits(form: str, count: int | None) -> None:
    arrays = state(count)
    wanted = call()(*arrays)
    for k in range(3):
        mixed = list(arrays)
        mixed[k] = FORMS[form](arrays[k])
        before = np.array(mixed[k], float).copy()
        found = call()(*mixed)
        assert type(found) is np.ndarray
        assert found.tobytes() == wanted.tobytes()
        assert np.array_equal(np.array(mixed[k], float), before)
    assert call()(*(FORMS[form](a) for a in arrays)).tobytes() == wanted.tobytes()


@pytest.mark.parametrize("dtype", [int, np.int8, np.uint16, np.uint64, bool, np.float16])
def test_other_numbers_are_converted(dtype: Any) -> None:
    arrays = [np.array([1, 0, 2, 1, 3]).astype(dtype) for _ in range(3)]
    wanted = call()(*(a.astype(float) for a in arrays))
    assert call()(*arrays).tobytes() == wanted.tobytes()


def test_single_and_double_precision_together_are_double() -> None:
    q, dq, ddq = state()
    found = call()(q.astype(np.float32), dq, ddq)
    assert found.dtype == np.float64
    assert found.tobytes() == call()(q.astype(np.float32).astype(float), dq, ddq).tobytes()


def test_arguments_may_be_named() -> None:
    q, dq, ddq = state()
    wanted = call()(q, dq, ddq)
    assert call()(ddq=ddq, q=q, dq=dq).tobytes() == wanted.tobytes()
    assert call()(q, ddq=ddq, dq=dq).tobytes() == wanted.tobytes()
    out = np.empty(N)
    assert call()(q, dq, ddq=ddq, out=out) is out
    assert call()(q, dq, ddq, out=None).tobytes() == wanted.tobytes()
    assert call()(*(q, dq), **{"ddq": ddq, "out": out}) is out


def test_no_states_at_all_are_a_batch_too() -> None:
    empty = np.empty((0, N))
    assert call()(empty, empty, empty).shape == (0, N)
    out = np.empty((0, N))
    assert call()(empty, empty, empty, out=out) is out
    assert call()(*(a.astype(np.float32) for a in (empty,) * 3)).dtype == np.float32


WRONG = {
    "one too short": lambda a: a[:-1],
    "one too long": lambda a: np.append(a, 0.0),
    "empty": lambda a: a[:0],
    "one number": lambda a: 1.0,
    "nothing": lambda a: None,
    "a text": lambda a: "0, 0, 0, 0, 0",
    "texts": lambda a: ["1"] * N,
    "objects": lambda a: a.astype(object),
    "complex": lambda a: a + 0j,
    "dates": lambda a: np.zeros(N, "datetime64[s]"),
    "records": lambda a: np.zeros(N, "f8, f8"),
    "ragged": lambda a: [[1.0], [1.0, 2.0]],
    "a dict": lambda a: {"q1": 1.0},
    "a set": lambda a: {1.0, 2.0},
    "masked": lambda a: np.ma.masked_array(a, [True] + [False] * (N - 1)),
    "a class": lambda a: int,
    "huge integers": lambda a: [10**40] * N,
    "transposed batch": lambda a: np.zeros((N, 3)),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("k", range(3))
def test_what_is_no_state_is_refused_in_a_sentence(wrong: str, k: int) -> None:
    arrays = state()
    arrays[k] = WRONG[wrong](arrays[k])
    with pytest.raises(ArrayError, match="inverse_dynamics") as told:
        call()(*arrays)
    assert ("q", "dq", "ddq")[k] in str(told.value)
    assert "\n" not in str(told.value)


def test_batches_must_be_of_one_length() -> None:
    q, dq, ddq = state(4)
    for wrong in (dq[:3], dq[:2], dq[:0]):
        with pytest.raises(ArrayError, match="differ in how many states"):
            call()(q, wrong, ddq)


def test_arguments_must_be_there_once_each() -> None:
    q, dq, ddq = state()
    for wrong in ((), (q,), (q, dq), (q, dq, ddq, q)):
        with pytest.raises(ArrayError, match=r"takes q \(5,\), dq \(5,\), ddq \(5,\)"):
            call()(*wrong)
    with pytest.raises(ArrayError, match="has no argument 'tau'"):
        call()(q, dq, tau=ddq)
    with pytest.raises(ArrayError, match="dq is given twice"):
        call()(q, dq, dq=dq)
    with pytest.raises(ArrayError, match="has no argument 'out_'"):
        call()(q, dq, ddq, out_=q)


OUTS = {
    "too short": (lambda: np.empty(N - 1), "expected float64"),
    "a row too many": (lambda: np.empty((2, N)), "expected float64"),
    "single precision": (lambda: np.empty(N, np.float32), "expected float64"),
    "whole numbers": (lambda: np.empty(N, int), "expected float64"),
    "objects": (lambda: np.empty(N, object), "expected float64"),
    "byte-swapped": (lambda: np.empty(N, np.dtype(float).newbyteorder()), "expected"),
    "a list": (lambda: [0.0] * N, "out is list"),
    "a text": (lambda: "out", "out is str"),
    "a scalar": (lambda: 0.0, "out is float"),
    "read-only": (lambda: read_only(np.empty(N)), "read-only"),
    "strided": (lambda: np.empty(2 * N)[::2], "not contiguous"),
    "reversed": (lambda: np.empty(N)[::-1], "not contiguous"),
}


@pytest.mark.parametrize("out", OUTS)
def test_a_result_that_does_not_fit_is_refused(out: str) -> None:
    made, told = OUTS[out]
    with pytest.raises(ArrayError, match=told):
        call()(*state(), out=made())


@pytest.mark.parametrize("count", [None, 1, 8, 19])
def test_a_result_may_lie_anywhere(count: int | None) -> None:
    """In an input, over parts of several, out of step, in a subclass."""
    arrays = state(count)
    wanted = call()(*arrays)
    for k in range(3):
        own = [a.copy() for a in arrays]
        assert call()(*own, out=own[k]) is own[k]
        assert own[k].tobytes() == wanted.tobytes()
    room = np.zeros(3 * arrays[0].size + 4)
    parts = [room[2 + i * a.size :][: a.size].reshape(a.shape) for i, a in enumerate(arrays)]
    for part, a in zip(parts, arrays, strict=True):
        part[...] = a
    over = room[2 + arrays[0].size // 2 :][: arrays[0].size].reshape(arrays[0].shape)
    assert call()(*parts, out=over) is over
    assert over.tobytes() == wanted.tobytes()
    skewed = unaligned(np.zeros_like(arrays[0]))
    assert call()(*arrays, out=skewed) is skewed
    assert skewed.tobytes() == wanted.tobytes()
    mine = np.zeros_like(arrays[0]).view(Own)
    assert call()(*arrays, out=mine) is mine
    assert mine.tobytes() == wanted.tobytes()


def test_a_subclass_that_fails_is_not_believed() -> None:
    class Liar:
        def __array__(self, *args: Any, **kwargs: Any) -> Any:
            raise ValueError("no")

    with pytest.raises(ArrayError, match="q is no array"):
        call()(Liar(), *state()[1:])


START = """
import numpy as np, torsor, gc, sys
from tests.program.test_bad_arrays import call, state
f = call()
n = 5
def attempt(*args, **named):
    try:
        return f(*args, **named)
    except (torsor.TorsorError, TypeError, MemoryError, ValueError):
        return None
q, dq, ddq = state()
zero = np.lib.stride_tricks.as_strided
"""
RISKS = {
    "strides of zero": (
        "x = zero(np.ones(1), (n,), (0,)); attempt(x, x, x); attempt(x, x, x, out=x)"
    ),
    "a huge batch of one state": (
        "x = zero(np.ones(n), (10**6, n), (0, 8)); assert attempt(x, x, x).shape == (10**6, n)"
    ),
    "more states than memory": "x = zero(np.ones(n), (10**13, n), (0, 8)); attempt(x, x, x)",
    "negative strides to the edge": "x = np.ones(n)[::-1]; attempt(x, x, x)",
    "an array that resizes itself away": (
        "x = np.ones(n); x.resize(0, refcheck=False); attempt(x, x, x); attempt(q, dq, ddq, out=x)"
    ),
    "keywords of every kind": (
        "for k in ('', 'out', 'q', 'self', '0', 'é', 'x' * 10**5): attempt(q, dq, ddq, **{k: q})"
    ),
    "many arguments": "attempt(*[q] * 1000); attempt(*[q] * 1000, out=q)",
    "types in the place of arrays": (
        "for x in (np.ndarray, object(), f, sys, 0, (), id, np.float64(1), np.void(b'x')):\\n"
        "    attempt(x, x, x); attempt(q, dq, x); attempt(q, dq, ddq, out=x)"
    ),
    "fields of a record": (
        "r = np.zeros(n, [('a', 'f8'), ('b', 'f4')]); attempt(r['a'], r['a'], r['a']);"
        "attempt(r['b'], r['b'], r['b']); attempt(q, dq, ddq, out=r['a'])"
    ),
    "the function outlives the arm": (
        "from tests.program.truth import library_truth\\n"
        "t = library_truth('planar2r'); g = torsor.compile(t.robot, t.numbers).inverse_dynamics\\n"
        "gc.collect(); x = np.ones(2); assert g(x, x, x).shape == (2,)\\n"
        "del g; gc.collect()"
    ),
    "a metaclass of arrays": (
        "class A(np.ndarray):\\n"
        "    def __array_finalize__(self, obj): raise RuntimeError\\n"
        "try: x = np.ones(n).view(A)\\n"
        "except RuntimeError: x = None\\n"
        "attempt(x, x, x)"
    ),
    "deep recursion": (
        "def down(k):\\n"
        "    return attempt(q, dq, ddq.tolist()) if k == 0 else down(k - 1)\\n"
        "down(900)"
    ),
}


def test_nothing_ends_the_process() -> None:
    """One process takes all the risks, and tells of each that it is over."""
    bodies = [
        f"{body}\nprint({risk!r}, flush=True)".replace("\\n", "\n") for risk, body in RISKS.items()
    ]
    found = subprocess.run(
        [sys.executable, "-c", START + "\n".join(bodies)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert found.stdout.splitlines() == list(RISKS), found.stderr
