"""Joints that follow others, as TOML, URDF and MJCF files have them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from torsor.algebra.formula import Formula, name, number, total

Key = TypeVar("Key", int, str)
Ratio = TypeVar("Ratio", Fraction, Formula)


def follow(
    joint: Key, rules: Mapping[Key, tuple[Key, Ratio, Ratio]], one: Ratio
) -> tuple[list[Key], Ratio, Ratio]:
    """The joints from a follower to the one that moves by itself, with ratio and offset to that.

    A rule is the joint that is followed, the ratio, and the offset. Joints that follow one another
    in a circle end with the one that was met already.
    """
    chain: list[Key] = [joint]
    seen: set[Key] = set()
    ratio, offset = one, 0 * one
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
