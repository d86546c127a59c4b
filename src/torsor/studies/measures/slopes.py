"""Exact derivatives of metrics by what varies: how much an array of the arm weighs in a metric.

A metric is a function of what machine code gives (driving forces, reactions, a Jacobian); its
derivative by that array are weights, which the program's own derivative backwards takes to the
parameters. Where two samples are equally large, a peak has the derivative of the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.studies.measures.block import Block
from torsor.studies.measures.joint_loads import FORCE, MOMENT
from torsor.studies.measures.tool_states import as_doubles

Reduction = Callable[[Block, Array], Array]
"""From a number at every sample (samples, designs) to its weights in the metric."""


@dataclass(frozen=True)
class Slope:
    """The derivative of a metric's column ``k`` by the result of a function of the arm."""

    function: str
    weigh: Callable[[Block, int], Array]
    """Weights of the function's result (samples, designs, …)."""


def differentiate_metric(name: str, block: Block, k: int) -> Array | None:
    """A metric's column by the parameters (designs, p); none where it has no slope here."""
    slope = SLOPES.get(name)
    if slope is None or block.parameters is None:
        return None
    weights = slope.weigh(block, k)
    states = block.states[: 1 if slope.function == "jacobian" else 3]
    backwards = block.arm.vjp(slope.function, by="parameters")
    flat = np.ascontiguousarray(weights.reshape(len(states[0]), *weights.shape[2:]))
    found: Array = backwards(*states, block.parameters, flat)
    total: Array = np.add.reduce(found.reshape(len(block.cycle.t), block.count, -1), axis=0)
    return total


def _over_time(block: Block, x: Array) -> Array:
    """The weights of a mean, a column for each design."""
    return np.broadcast_to(block.cycle.weights[:, None], x.shape)


def _at(x: Array, places: Indices) -> Array:
    found = np.zeros_like(x)
    np.put_along_axis(found, places[None], 1.0, axis=0)
    return found


def _of_peak(block: Block, x: Array) -> Array:
    """Of the largest size."""
    return _at(x, np.argmax(np.abs(x), axis=0)) * np.sign(x)


def _of_least(block: Block, x: Array) -> Array:
    return _at(x, np.argmin(x, axis=0))


def _of_rms(block: Block, x: Array) -> Array:
    rms: Array = np.sqrt(block.mean(x * x))
    return _over_time(block, x) * np.divide(x, rms, out=np.zeros_like(x), where=rms > 0)


def _of_mean_size(block: Block, x: Array) -> Array:
    return _over_time(block, x) * np.sign(x)


def _of_mean(block: Block, x: Array) -> Array:
    return _over_time(block, x)


def _of_drive(block: Block, x: Array) -> Array:
    """Of the mean of what is above zero."""
    return _over_time(block, x) * (x > 0)


def _put(block: Block, weights: Array, k: int) -> Array:
    """Weights of one coordinate's force."""
    found = np.zeros_like(block.tau)
    found[:, :, k] = weights
    return found


def _of_tau(reduce: Reduction) -> Slope:
    return Slope("inverse_dynamics", lambda b, k: _put(b, reduce(b, b.tau[:, :, k]), k))


def _of_power(reduce: Reduction) -> Slope:
    return Slope(
        "inverse_dynamics",
        lambda b, k: _put(b, reduce(b, b.power[:, :, k]) * b.rates[:, :, k], k),
    )


def _of_energy(gives: bool) -> Slope:
    def weigh(b: Block, k: int) -> Array:
        share = (b.power > 0) if gives else np.ones_like(b.power)
        found: Array = b.cycle.weights[:, None, None] * share * b.rates * b.durations[:, None]
        return found

    return Slope("inverse_dynamics", weigh)


def _unit(v: Array) -> Array:
    sizes = np.sqrt(np.einsum("sdi,sdi->sd", v, v))[..., None]
    found: Array = np.divide(v, sizes, out=np.zeros_like(v), where=sizes > 0)
    return found


Direction = Callable[[Array, Array], Array]
"""From vectors (samples, designs, 3) and the joint's axis to those whose size is measured."""

BORNE: dict[str, Direction] = {
    "": lambda v, axis: v,
    "along": lambda v, axis: np.einsum("sdi,i->sd", v, axis)[..., None] * axis,
    "across": lambda v, axis: v - np.einsum("sdi,i->sd", v, axis)[..., None] * axis,
}
NAMES = {
    "force": (FORCE, ""), "axial_force": (FORCE, "along"), "radial_force": (FORCE, "across"),
    "moment": (MOMENT, ""), "axial_moment": (MOMENT, "along"), "tilting_moment": (MOMENT, "across"),
}  # fmt: skip


def _of_reaction(first: int, which: str, reduce: Reduction) -> Slope:
    def weigh(b: Block, k: int) -> Array:
        part = BORNE[which](b.reactions[:, :, k, first : first + 3], b.axes[k])
        sizes: Array = np.sqrt(np.einsum("sdi,sdi->sd", part, part))
        found = np.zeros_like(b.reactions)
        found[:, :, k, first : first + 3] = reduce(b, sizes)[..., None] * _unit(part)
        return found

    return Slope("reactions", weigh)


def _of_tool(name: str, reduce: Reduction) -> Slope:
    """σ of J = U Σ Vᵀ has the derivative u vᵀ: of their product, and of the least over the most."""

    def weigh(b: Block, k: int) -> Array:
        J = b.jacobian[:, :, :3]
        u, s, v = (as_doubles(x) for x in np.linalg.svd(J, full_matrices=False))
        r = b.tool_rank
        if name == "manipulability":
            by = np.zeros_like(s)
            by[..., :r] = b.tool.manipulability[..., None] / s[..., :r]
        else:
            by = np.zeros_like(s)
            by[..., r - 1] += 1 / s[..., 0]
            by[..., 0] -= s[..., r - 1] / s[..., 0] ** 2
        found = np.zeros_like(b.jacobian)
        by *= reduce(b, getattr(b.tool, name))[..., None]
        found[:, :, :3] = np.einsum("sdir,sdr,sdrj->sdij", u, by, v)
        return found

    return Slope("jacobian", weigh)


def _of_tool_speed() -> Slope:
    def weigh(b: Block, k: int) -> Array:
        rates = np.broadcast_to(b.rates, (*b.jacobian.shape[:2], b.rates.shape[-1]))
        v: Array = np.einsum("sdij,sdj->sdi", b.jacobian[:, :, :3], rates)
        sizes: Array = np.sqrt(np.einsum("sdi,sdi->sd", v, v))
        found = np.zeros_like(b.jacobian)
        along = _of_peak(b, sizes)[..., None] * _unit(v)
        found[:, :, :3] = np.einsum("sdi,sdj->sdij", along, rates)
        return found

    return Slope("jacobian", weigh)


SLOPES: dict[str, Slope] = {
    "peak_tau": _of_tau(_of_peak), "rms_tau": _of_tau(_of_rms), "mean_tau": _of_tau(_of_mean_size),
    "peak_power": _of_power(_of_peak), "rms_power": _of_power(_of_rms),
    "mean_power": _of_power(_of_drive), "energy": _of_energy(True), "net_energy": _of_energy(False),
    "peak_tool_speed": _of_tool_speed(),
    **{f"{way}_{name}": _of_reaction(first, which, reduce)
       for name, (first, which) in NAMES.items()
       for way, reduce in (("peak", _of_peak), ("rms", _of_rms), ("mean", _of_mean))},
    **{f"{way}_{name}": _of_tool(name, reduce)
       for name in ("manipulability", "conditioning")
       for way, reduce in (("min", _of_least), ("mean", _of_mean), ("rms", _of_rms),
                           ("peak", _of_peak))},
}  # fmt: skip
"""The metrics whose derivatives are exact."""
