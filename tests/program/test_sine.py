"""Sine and cosine of our own, measured in units of the last place against mpmath.

``TORSOR_PROVE=all`` measures 300,000 points, else 8,000 are taken.
"""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any

import mpmath
import numpy as np
import pytest

from torsor.program.graph.nodes import Graph
from torsor.program.graph.program import Array, Program
from torsor.program.jit.machine import Loaded, machine, object_code
from torsor.program.jit.writing.kernel import write_kernels
from torsor.program.jit.writing.sine import LARGEST

COUNT = 300_000 if os.environ.get("TORSOR_PROVE") == "all" else 8_000
FLOATS = {"double": np.float64, "float": np.float32}
every_float = pytest.mark.parametrize("float_", FLOATS)


@cache
def compiled(float_: str) -> tuple[Any, int, Loaded]:
    """A program of one angle that gives its sine and cosine."""
    graph = Graph()
    q = graph.input("q1")
    outputs = (graph.function("sin", q), graph.function("cos", q))
    inputs = (Array("q", (1,), ("q1",)),)
    program = Program("sines", "none", "", inputs, Array("out", (2,)), graph, outputs)
    loaded = Loaded(object_code(write_kernels(program, float_, machine().lanes(float_))))
    kind = ctypes.CFUNCTYPE(
        ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64
    )
    return kind(loaded.address("batch")), loaded.place("constants"), loaded


def sines(x: Any, float_: str) -> tuple[Any, Any]:
    function, constants, _ = compiled(float_)
    x = np.ascontiguousarray(x, FLOATS[float_])
    out = np.empty((len(x), 2), FLOATS[float_])
    inputs = (ctypes.c_void_p * 1)(x.ctypes.data)
    assert function(inputs, constants, out.ctypes.data, len(x)) == -1
    return out[:, 0], out[:, 1]


def errors(x: Any, float_: str) -> tuple[Any, Any]:
    """The errors of sine and cosine in units of the last place of the true value."""
    x = np.asarray(x, FLOATS[float_])
    found = []
    with mpmath.workprec(300):
        for values, true in zip(sines(x, float_), (mpmath.sin, mpmath.cos), strict=True):
            worst = []
            for point, value in zip(x, values, strict=True):
                exact = true(mpmath.mpf(float(point)))
                ulp = float(np.spacing(FLOATS[float_](abs(exact))))
                worst.append(float(abs(mpmath.mpf(float(value)) - exact) / ulp))
            found.append(np.array(worst))
    return found[0], found[1]


def near_quarter_turns(rng: np.random.Generator, count: int, float_: str) -> Any:
    """The floats next to multiples of π/2, where sine or cosine nearly vanishes."""
    k = rng.integers(-int(LARGEST / 1.5708), int(LARGEST / 1.5708), count)
    with mpmath.workprec(200):
        x = np.array([float(mpmath.pi / 2 * int(n)) for n in k]).astype(FLOATS[float_])
    for _ in range(3):
        x = np.where(rng.random(count) < 0.5, np.nextafter(x, FLOATS[float_](np.inf)), x)
    return x


@every_float
def test_the_error_is_at_most_one_unit_in_the_last_place(float_: str) -> None:
    rng = np.random.default_rng(0)
    x = np.concatenate(
        [
            rng.uniform(-LARGEST, LARGEST, COUNT // 2),
            rng.uniform(-4, 4, COUNT // 4),
            near_quarter_turns(rng, COUNT // 4, float_),
            [LARGEST, -LARGEST, np.nextafter(LARGEST, 0), 1e5 - 1e-5, 1e4, 3.141592653589793],
        ]
    )
    for error in errors(x, float_):
        assert error.max() <= 1.0


@every_float
def test_tiny_angles(float_: str) -> None:
    """The sine of a tiny angle is the angle; denormals and zeros too."""
    info = np.finfo(FLOATS[float_])
    tiny = np.array(
        [info.smallest_subnormal, info.tiny, info.tiny * 3, info.eps**2, 1e-20, info.eps, 0.0, -0.0]
    )
    x = np.concatenate([tiny, -tiny]).astype(FLOATS[float_])
    sine, cosine = sines(x, float_)
    assert np.array_equal(sine, x)
    assert np.all(cosine == 1)
    scales = info.eps ** np.random.default_rng(1).uniform(0, 1, 500)
    for error in errors(scales, float_):
        assert error.max() <= 1.0


@every_float
def test_beyond_the_reach_the_slow_way_is_right(float_: str) -> None:
    """Up to the largest floats: the error is that of an angle within one turn."""
    rng = np.random.default_rng(2)
    top = 300 if float_ == "double" else 37
    x = rng.choice([-1, 1], 500) * 10 ** rng.uniform(5, top, 500)
    x = np.concatenate([x, [1.0000001e5, -1.1e5, float(f"1e{top}"), np.nextafter(LARGEST, np.inf)]])
    x = x.astype(FLOATS[float_])
    eps = float(np.finfo(FLOATS[float_]).eps)
    with mpmath.workprec(1400):
        for values, true in zip(sines(x, float_), (mpmath.sin, mpmath.cos), strict=True):
            for point, value in zip(x, values, strict=True):
                exact = true(mpmath.mpf(float(point)))
                assert abs(mpmath.mpf(float(value)) - exact) <= 2 * eps


@every_float
def test_a_large_angle_changes_nothing_for_its_neighbours(float_: str) -> None:
    rng = np.random.default_rng(3)
    x = rng.uniform(-10, 10, 64).astype(FLOATS[float_])
    alone = np.array(sines(x, float_))
    x[5::8] = 1e12
    beside = np.array(sines(x, float_))
    keep = np.arange(64) % 8 != 5
    assert np.array_equal(alone[:, keep], beside[:, keep])


@every_float
def test_infinity_has_no_sine(float_: str) -> None:
    x = np.array([np.inf, -np.inf, np.nan, 1.0, np.nan, 2.0])
    for values in sines(x, float_):
        assert np.isnan(values[[0, 1, 2, 4]]).all()
        assert np.isfinite(values[[3, 5]]).all()


@every_float
def test_every_place_in_a_vector_gives_the_same_bits(float_: str) -> None:
    x = np.random.default_rng(4).uniform(-100, 100, 41).astype(FLOATS[float_])
    whole = np.array(sines(x, float_))
    for start in range(41):
        assert np.array_equal(np.array(sines(x[start:], float_)), whole[:, start:])
    assert np.array_equal(-np.array(sines(-x, float_))[0], whole[0])
    assert np.array_equal(np.array(sines(-x, float_))[1], whole[1])
