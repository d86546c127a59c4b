"""Functions of time as machine code: tapes, tables, polynomials, and the hyperbolic tangent."""

from __future__ import annotations

from torsor.motion.machine.records import Polynomials, Tape
from torsor.program.jit.routines.language import (
    Floats,
    cos,
    magnitude,
    nearest,
    power_of_two,
    sin,
)

ADD, MULTIPLY, POWER, INVERSE, SINE, COSINE, SIGN = range(7)
"""The operations of a tape."""

PER_LN2 = 1.4426950408889634
LN2_HIGH = 0.6931471803691238
"""So short that whole numbers up to 2²⁰ times it are exact."""
LN2_LOW = 1.9082149292705877e-10


def play(tape: Tape, x: float, out: Floats) -> int:
    """The functions at a place; not 0 where one divides by zero."""
    r = tape.registers
    r[0] = x
    bad = 0
    for i in range(tape.length):
        step = tape.steps + 4 * i
        code = step[0]
        a = r[step[1]]
        found = a
        if code == ADD:
            found = a + r[step[2]]
        elif code == MULTIPLY:
            found = a * r[step[2]]
        elif code == POWER:
            found = raise_power(a, step[2])
        elif code == INVERSE:
            if a == 0.0:
                bad = 1
            found = 1.0 / a
        elif code == SINE:
            found = sin(a)
        elif code == COSINE:
            found = cos(a)
        elif a != 0.0:
            found = 1.0 if a > 0.0 else -1.0
        r[step[3]] = found
    for i in range(tape.count):
        out[i] = r[tape.results[i]]
    return bad


def raise_power(base: float, exponent: int) -> float:
    """A power, the exponent 0 or above."""
    result = 1.0
    left = exponent
    square = base
    while left > 0:
        half = left // 2
        if left != 2 * half:
            result = result * square
        square = square * square
        left = half
    return result


def find_interval(places: Floats, count: int, x: float) -> int:
    """The last of ascending places that is not above x, between 0 and ``count`` − 2."""
    low = 0
    high = count - 1
    while high - low > 1:
        middle = (low + high) // 2
        if places[middle] <= x:
            low = middle
        else:
            high = middle
    return low


def interpolate_line(places: Floats, values: Floats, count: int, width: int, x: float,
                     out: Floats) -> None:  # fmt: skip
    """Rows of a table joined by straight lines."""
    k = find_interval(places, count, x)
    share = (x - places[k]) / (places[k + 1] - places[k])
    before = values + k * width
    after = before + width
    for i in range(width):
        out[i] = before[i] + share * (after[i] - before[i])


def follow(motion: Polynomials, t: float, out: Floats) -> None:
    """Position, velocity and acceleration; the motion rests before its beginning and its end."""
    knots = motion.knots
    width = motion.width
    first = knots[0]
    last = knots[motion.pieces]
    moment = min(max(t, first), last)
    k = find_interval(knots, motion.pieces + 1, moment)
    s = moment - knots[k]
    row = motion.rates + 6 * width * k
    for i in range(width):
        found = row[5 * width + i]
        found = found * s + row[4 * width + i]
        found = found * s + row[3 * width + i]
        found = found * s + row[2 * width + i]
        found = found * s + row[width + i]
        out[i] = found * s + row[i]
    if moment != t:
        for i in range(width // 3, width):
            out[i] = 0.0


def exponential(x: float) -> float:
    """The exponential of |x| up to 700, by its series on both sides of 0."""
    k = nearest(x * PER_LN2)
    r = x - k * LN2_HIGH
    r = r - k * LN2_LOW
    total = 1.0
    for i in range(14):
        total = 1.0 + total * r / (14 - i)
    return total * power_of_two(k)


def tanh(x: float) -> float:
    """The hyperbolic tangent: Lambert's continued fraction near 0, the exponential beyond."""
    size = magnitude(x)
    if size < 0.5:
        z = x * x
        below = 13.0
        odd = 11
        while odd > 0:
            below = odd + z / below
            odd -= 2
        return x / below
    found = 1.0
    if size < 20.0:
        found = 1.0 - 2.0 / (exponential(2.0 * size) + 1.0)
    elif size != size:  # noqa: PLR0124 - what is no number stays none
        return x
    return found if x > 0.0 else -found
