"""Joints that follow others, as TOML, URDF and MJCF files have them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from torsor.algebra.formula import Formula, name, number, total

Key = TypeVar("Key", int, str)


def follow(
    joint: Key, rules: Mapping[Key, tuple[Key, Any, Any]], start: Any = Fraction(1)
) -> tuple[list[Key], Any, Any]:
    """The joints from a follower to the one that moves by itself, with ratio and offset to that.

    A rule is the joint that is followed, the ratio, and the offset. Joints that follow one another
    in a circle end with the one that was met already.
    """
    chain, seen, ratio, offset = [joint], set(), start, 0 * start
    while chain[-1] in rules and chain[-1] not in seen:
        seen.add(chain[-1])
        leader, factor, shift = rules[chain[-1]]
        offset, ratio = offset + ratio * shift, ratio * factor
        chain.append(leader)
    return chain, ratio, offset


def displacement(kind: str, ratio: Fraction, coordinate: int, offset: Fraction) -> Formula:
    """What a joint moves by: a multiple of a coordinate, and an offset in radians or metres."""
    constant = number(offset) * name("rad") if kind == "R" else number(offset)
    return total(number(ratio) * name(f"q{coordinate}"), constant)
