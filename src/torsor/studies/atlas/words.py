"""Structures as words: kinds of joints and their axes, and which of them are one structure.

Two words are one structure where frames, senses and zeros turn one robot into the other:

- the base's axes may be turned by any rotation of the cube (with the senses of axes free, any
  renaming of x, y and z);
- a joint that turns about an axis may have its zero a quarter turn further: what follows it has
  its other two letters changed for one another.

A slide's direction is fixed on both of its links, so it passes such a turn on to nobody. The chain
is not reversed: its base does not move, and its links do.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

PREFERRED = "zyx"
"""The letters in the order in which a normal form takes them."""


def normal_axes(kinds: str, axes: str) -> str:
    """The axes of the structure's normal form: each letter the first that is free.

    >>> normal_axes("TRTRR", "zzyyx")
    'zzyyz'
    """
    names: dict[str, str] = {}
    found = []
    for kind, axis in zip(kinds, axes, strict=True):
        if axis not in names:
            names[axis] = _first_free(names)
            if len(names) == 2:
                (third,) = set(PREFERRED) - set(names)
                names[third] = _first_free(names)
        found.append(names[axis])
        if kind == "R":
            names = {axis: names[axis]}
    return "".join(found)


def _first_free(names: dict[str, str]) -> str:
    return next(letter for letter in PREFERRED if letter not in names.values())


def list_words(joints: int) -> Iterator[tuple[str, str]]:
    """Every word of so many joints: 6^N of them."""
    for kinds in product("RT", repeat=joints):
        for axes in product(PREFERRED, repeat=joints):
            yield "".join(kinds), "".join(axes)


def list_structures(joints: int) -> list[tuple[str, str]]:
    """The normal form of every structure of so many joints."""
    return [
        ("".join(kinds), axes)
        for kinds in product("RT", repeat=joints)
        for axes in _normal_forms("".join(kinds))
    ]


def _normal_forms(kinds: str) -> list[str]:
    """The axes of all normal forms, letter by letter: each beginning is one itself."""
    found = [""]
    for k in range(1, len(kinds) + 1):
        longer = (axes + letter for axes in found for letter in PREFERRED)
        found = [axes for axes in longer if normal_axes(kinds[:k], axes) == axes]
    return found


def count_structures(joints: int) -> int:
    """How many structures there are, by counting alone.

    After each joint, either what follows may still be turned about one axis (the last joint turns,
    or only slides along one direction stand behind the last that does): a structures; or nothing
    is free: e structures. The first joint has one direction and two kinds: a = 2, e = 0. Where an
    axis is free, the next joint is parallel to it or at a right angle to it; else it has three
    directions. A joint that turns frees its own axis; a slide at a right angle fixes everything:

        a' = 3 a + 3 e,   e' = a + 3 e.

    >>> [count_structures(n) for n in range(1, 7)]
    [2, 8, 36, 168, 792, 3744]
    """
    free, fixed = 2, 0
    for _ in range(joints - 1):
        free, fixed = 3 * free + 3 * fixed, free + 3 * fixed
    return free + fixed


def list_words_of(kinds: str, axes: str) -> list[str]:
    """The axes of all words that are this structure: letter by letter, as far as they agree."""
    wanted = normal_axes(kinds, axes)
    found = [""]
    for k in range(1, len(kinds) + 1):
        longer = (begun + letter for begun in found for letter in PREFERRED)
        found = [begun for begun in longer if normal_axes(kinds[:k], begun) == wanted[:k]]
    return found
