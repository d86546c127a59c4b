"""Sine and cosine of our own: constants, and the steps that every emitter writes down.

x = k π/2 + r with |r| ≤ π/4: k is the nearest whole number, and the product of k with π/2 in three
parts is taken away with fused operations (Cody and Waite), which leaves r and a low part that r
cannot hold. Minimax polynomials in z = r² (Remez) give

    sin r = r + (r z S(z) + low),    cos r = 1 + (z² C(z) − r (r/2 + low)),

and the quarter that k stands for swaps and signs them. Good to one unit in the last place up to
``LARGEST``; beyond, angles are first brought into one turn.
"""

from __future__ import annotations

from dataclasses import dataclass

LARGEST = 1e5
"""Angles larger than this, in radians, take the slow way."""


@dataclass(frozen=True)
class Sine:
    """The constants for one kind of float."""

    bits: int
    magic: float
    """1.5 · 2^mantissa: adding it rounds to a whole number, which then stands in the low bits."""
    per_quarter: float
    quarter: tuple[float, float, float]
    """π/2 in three parts."""
    short: bool
    """Whether the second part is so short that whole numbers up to 2¹⁷ times it are exact."""
    S: tuple[float, ...]
    C: tuple[float, ...]


DOUBLE = Sine(
    bits=64,
    magic=1.5 * 2.0**52,
    per_quarter=0.6366197723675814,
    quarter=(
        float.fromhex("0x1.921fb54442d18p+0"),
        float.fromhex("0x1.1a62633100000p-54"),
        float.fromhex("0x1.1701b839a2520p-88"),
    ),
    short=True,
    S=(
        -0.166666666666666,
        0.008333333333316465,
        -0.0001984126982592193,
        2.755731254079483e-06,
        -2.5050599639978246e-08,
        1.5888552158436448e-10,
    ),
    C=(
        0.0416666666666666,
        -0.0013888888888874125,
        2.4801587289482154e-05,
        -2.755731435232408e-07,
        2.0875723272041063e-09,
        -1.1359647741553166e-11,
    ),
)
SINGLE = Sine(
    bits=32,
    magic=1.5 * 2.0**23,
    per_quarter=0.6366197466850281,
    quarter=(1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15),
    short=False,
    S=(-0.16666664659314784, 0.00833274768779104, -0.00019587764989177688),
    C=(0.0416666506205456, -0.0013887587861011687, 2.4463620477845918e-05),
)
