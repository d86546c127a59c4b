"""The kernels themselves: bits against the processor's, share of the copy bandwidth, motions."""

from __future__ import annotations

import ctypes
from contextlib import ExitStack
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from benchmarks.gpu.prepared import Entry, Prepared
from benchmarks.gpu.states import CHECKED, digest, draw_rows
from benchmarks.gpu.timing import fetch, on_device, time_copy, time_on_stream
from torsor.program.gpu.driver import LOCAL_BYTES, REGISTERS, open_driver
from torsor.program.gpu.launch import ITEM
from torsor.program.gpu.memory import allocate, copy_in, synchronize

ROWS = 1 << 24
DRAWN = 1 << 18
STARTS, STEPS = 1 << 20, 100


@lru_cache(maxsize=2)
def checked_rows(sizes: tuple[int, ...], dtype: str) -> list[Any]:
    """The states of which bits are compared."""
    return draw_rows(list(sizes), dtype, CHECKED, seed=1)


@lru_cache(maxsize=2)
def copy_seconds(traffic: int) -> float:
    """A copy of as many bytes in the same run."""
    return time_copy(traffic)


def check_bits(prepared: Prepared, entry: Entry) -> str:
    """Whether 10⁶ states have the processor's bits, in a word."""
    arrays = checked_rows(tuple(entry.sizes), entry.dtype)
    if digest(*arrays) != entry.inputs:
        return "other inputs"
    out = np.zeros((CHECKED, prod(entry.shape)), entry.dtype)
    with on_device(*arrays, out) as places:
        pairs = list(zip(places, entry.sizes, strict=False))
        entry.function(prepared.folder).launch(0, 0, pairs, places[-1], CHECKED)
        fetch(places[-1], out)
    if digest(out) == entry.results:
        return "same"
    return f"differ ({int(np.isnan(out).any(axis=1).sum())} rows of NaN)"


def fill(place: int, size: int, dtype: str, seed: int, top: float) -> None:
    """Random numbers to every row of an array on the device, the same ones again and again."""
    driver = open_driver()
    drawn = np.random.default_rng(seed).uniform(-top, top, (DRAWN, size)).astype(dtype)
    for k in range(ROWS // DRAWN):
        copy_in(driver, place + k * drawn.nbytes, drawn.ctypes.data, drawn.nbytes, 0)
    synchronize(driver, 0)


def measure_group(prepared: Prepared, entries: list[Entry], check: bool) -> list[dict[str, Any]]:
    """All strategies of one function over 2²⁴ states: rates, share of the copy bandwidth, bits."""
    first, driver = entries[0], open_driver()
    item, width = ITEM[first.dtype], prod(first.shape)
    traffic = ROWS * item * (sum(first.sizes) + width)
    copied = copy_seconds(traffic)
    found = []
    with ExitStack() as stack:
        places = []
        for k, size in enumerate(first.sizes):
            places.append(stack.enter_context(allocate(driver, ROWS * item * size, "states")))
            fill(places[-1], size, first.dtype, k, 3.0)
        out = stack.enter_context(allocate(driver, ROWS * item * width, "results"))
        pairs = list(zip(places, first.sizes, strict=True))
        for entry in entries:
            function = entry.function(prepared.folder)
            seconds = time_on_stream(lambda f=function: f.launch(0, 0, pairs, out, ROWS))
            handle = function.kernels.handle(0)
            found.append(
                {
                    "robot": entry.robot, "name": entry.name, "dtype": entry.dtype,
                    "strategy": entry.strategy, "seconds": seconds,
                    "rate": ROWS / seconds / 1e9, "share": 100 * copied / seconds,
                    "copy": traffic / copied / 1e12,
                    "registers": driver.kernel_attribute(handle, REGISTERS),
                    "local": driver.kernel_attribute(handle, LOCAL_BYTES),
                }
            )  # fmt: skip
    for row, entry in zip(found, entries, strict=True):
        row["bits"] = check_bits(prepared, entry) if check else ""
    return found


def measure_rollouts(prepared: Prepared, entries: list[Entry]) -> list[dict[str, Any]]:
    """Motions of 2²⁰ starts over 100 steps: steps of one start a second."""
    first, driver = entries[0], open_driver()
    n = first.shape[0]
    q, dq, tau = draw_rows([n] * 3, first.dtype, STARTS, seed=2, far=3.0)
    found = []
    with on_device(q, dq, tau) as places:
        for entry in entries:
            motion = entry.rollout(prepared.folder)

            def work(motion: Any = motion) -> None:
                state, acting = (places[0], places[1]), [(places[2], n, 0)]
                motion.launch(0, 0, state, 0, STARTS, STEPS, 1e-5, acting)

            seconds = time_on_stream(work, runs=10)
            found.append(
                {
                    "robot": entry.robot, "name": entry.name, "dtype": entry.dtype,
                    "strategy": entry.strategy, "seconds": seconds,
                    "rate": STARTS * STEPS / seconds / 1e9,
                    "registers": driver.kernel_attribute(motion.kernels.handle(0), REGISTERS),
                    "bits": check_motion(prepared, entry),
                }
            )  # fmt: skip
    return found


def check_motion(prepared: Prepared, entry: Entry) -> str:
    """Whether motions end with the processor's bits, in a word."""
    if not entry.results:
        return ""
    starts, steps, dt = (prepared.motion[name] for name in ("starts", "steps", "dt"))
    n = entry.shape[0]
    q, dq, tau = draw_rows([n] * 3, entry.dtype, starts, seed=2, far=3.0)
    if digest(q, dq, tau) != entry.inputs:
        return "other inputs"
    with on_device(q, dq, tau) as (at_q, at_dq, at_tau):
        motion = entry.rollout(prepared.folder)
        motion.launch(0, 0, (at_q, at_dq), 0, starts, steps, dt, [(at_tau, n, 0)])
        ends = fetch(at_q, q), fetch(at_dq, dq)
    return "same" if digest(*ends) == entry.results else "differ"


def name_device() -> str:
    """What the driver calls the GPU."""
    text = ctypes.create_string_buffer(128)
    open_driver().call("cuDeviceGetName", text, len(text), 0)
    return text.value.decode()
