"""Random arrays into compiled functions while timers fire, in a process of its own.

``python -m tests.fuzz.array_calls SEED COUNT``: every result that comes back must have the bits of
single calls made beforehand without timers; what is refused must be a ``TorsorError``; the
process must live. Tells how many calls returned, were refused and were interrupted.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from typing import Any

import numpy as np

import torsor
from torsor.program.functions.catalogue import FUNCTIONS

NUMBERS = {"m1": 1, "m2": 1, "l1": 1, "l2": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0,
           "Izz1": 0.1, "Izz2": 0.1, "g": 9.81}  # fmt: skip
COUNTS = (0, 1, 2, 7, 8, 9, 33, 1000, 9000, 40_000)
NAMES = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "gravity", "jacobian")


class AlarmError(Exception):
    """What the handler raises."""


class Own(np.ndarray):
    """A subclass, as units packages have."""


def strided(a: Any) -> Any:
    wide = np.zeros((*a.shape[:-1], 2 * a.shape[-1]), a.dtype)
    wide[..., ::2] = a
    return wide[..., ::2]


def unaligned(a: Any) -> Any:
    raw = np.empty(a.nbytes + 1, np.uint8)
    view = raw[1:].view(a.dtype).reshape(a.shape)
    view[...] = a
    return view


def read_only(a: Any) -> Any:
    a = a.copy()
    a.flags.writeable = False
    return a


FORMS: list[Any] = [
    lambda a: a,
    lambda a: a.copy(),
    strided,
    unaligned,
    read_only,
    np.asfortranarray,
    lambda a: a[..., ::-1].copy()[..., ::-1],
    lambda a: a.astype(a.dtype.newbyteorder()),
    lambda a: a.view(Own),
    lambda a: a.tolist() if 0 < a.size < 3000 else a,
]
"""The same numbers in another form."""

SPOILED: list[Any] = [
    lambda a: a[..., :1],
    lambda a: a[None, None],
    lambda a: a.astype(object),
    lambda a: a.astype(complex),
    lambda a: a.astype("U5"),
    lambda a: a.T if a.ndim == 2 and a.shape[0] != 2 else None,
    lambda a: np.concatenate([a, a]) if a.ndim == 2 and len(a) else "text",
    lambda a: np.zeros((a.shape[0], 0)),
]
"""No states any more."""


def arms() -> list[Any]:
    return [torsor.compile("planar2r", NUMBERS, threads=t) for t in (1, 2, None)]


def expected(call: Any, arrays: list[Any], rng: np.random.Generator) -> dict[int, bytes]:
    """The results of some rows, by single calls, one after another."""
    if arrays[0].ndim == 1:
        return {-1: call(*arrays).tobytes()}
    count = len(arrays[0])
    rows = {0, count - 1, *rng.integers(0, max(count, 1), 12).tolist()} if count else set()
    return {int(i): call(*(a[i] for a in arrays)).tobytes() for i in rows}


def result_place(rng: np.random.Generator, arrays: list[Any], shape: Any, dtype: Any) -> Any:
    """None, a fresh array, one of the inputs or a part of it, or one that does not fit."""
    kind = rng.integers(0, 6)
    if kind == 1:
        return np.empty(shape, dtype)
    if kind == 2:
        return np.empty(shape, dtype).view(Own)
    if kind == 3 and arrays[0].shape == shape and arrays[0].dtype == dtype:
        return arrays[int(rng.integers(len(arrays)))]
    if kind == 4:
        size = int(np.prod(shape))
        room = np.empty(size + 3, dtype)
        return room[int(rng.integers(4)) :][:size].reshape(shape)
    return np.empty((*shape, 2), dtype)[..., 0] if kind == 5 and rng.random() < 0.2 else None


def one(rng: np.random.Generator, arm: Any, told: Counter[str], most: int) -> None:
    name = str(rng.choice(NAMES))
    call = getattr(arm, name)
    single = rng.random() < 0.3
    count = COUNTS[int(rng.integers(most))]
    dtype = np.dtype(rng.choice(["f8", "f8", "f4"]))
    shape = (2,) if single else (count, 2)
    needed = len(FUNCTIONS[name].inputs)
    base = [rng.uniform(-3, 3, shape).astype(dtype) for _ in range(needed)]
    wanted = expected(call, base, rng)
    spoiled = rng.random() < 0.15
    given = [FORMS[int(rng.integers(len(FORMS)))](a.copy()) for a in base]
    if any(isinstance(a, list) for a in given) and dtype == np.float32:
        given = [a.copy() for a in base]  # a list of numbers is double
    if spoiled:
        k = int(rng.integers(needed))
        given[k] = SPOILED[int(rng.integers(len(SPOILED)))](base[k])
    width = {"mass_matrix": (2, 2), "jacobian": (6, 2)}.get(name, (2,))
    out = None
    if not spoiled and all(isinstance(a, np.ndarray) for a in given):
        out = result_place(rng, given, (*shape[:-1], *width), dtype)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, rng.exponential(0.0008) + 1e-6, 0.0004)
            found = call(*given) if out is None else call(*given, out=out)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except AlarmError:
        told["interrupted"] += 1
        return
    except torsor.TorsorError:
        told["refused"] += 1
        assert spoiled or out is not None, (name, shape, dtype)
        return
    told["returned"] += 1
    if spoiled:
        return  # some of the spoiled are states all the same
    assert found.shape == (*shape[:-1], *width)
    assert found.dtype == dtype
    for row, bits in wanted.items():
        assert (found if row < 0 else found[row]).tobytes() == bits, (name, shape, row)


def main(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    given = arms()
    for arm in given:
        for name in NAMES:  # compiled before the first timer
            needed = len(FUNCTIONS[name].inputs)
            for dtype in (np.float64, np.float32):
                getattr(arm, name)(*[np.zeros((9000, 2), dtype)] * needed)

    def ring(*_: Any) -> None:
        raise AlarmError

    signal.signal(signal.SIGALRM, ring)
    told: Counter[str] = Counter()
    done = 0
    while done < count:
        try:
            one(rng, given[done % 3], told, len(COUNTS) if done % 4 == 0 else 7)
        except AlarmError:  # it rang while the call was being left
            signal.setitimer(signal.ITIMER_REAL, 0)
            told["interrupted"] += 1
        done += 1
    print(dict(told))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
