"""What people hand over by mistake, by name."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

import torsor


class Hostile:
    """An object that cannot even be shown, compared or measured."""

    def __repr__(self) -> str:
        raise RuntimeError("no representation")

    __str__ = __repr__
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")

    def __bool__(self) -> bool:
        raise RuntimeError("no truth")

    def __len__(self) -> int:
        raise RuntimeError("no length")


def bad_values() -> dict[str, Any]:
    """Wrong types, impossible numbers, wrong shapes, wrong keys, things of another robot."""
    inside: dict[str, Any] = {}
    inside["q1"] = inside
    other = torsor.derive("cartesian")
    return {
        "None": None,
        "5": 5,
        "-1": -1,
        "2.5": 2.5,
        "2.0": 2.0,
        "True": True,
        "''": "",
        "word": "nonsense",
        "brackets": "(" * 300,
        "nul": "a\0b",
        "surrogate": "\ud800",
        "long": "x" * 30_000,
        "bytes": b"x",
        "[]": [],
        "{}": {},
        "()": (),
        "set": {1},
        "object": object(),
        "hostile": Hostile(),
        "nan": math.nan,
        "inf": -math.inf,
        "10^400": 10**400,
        "10^18": 10**18,
        "1e308": 1e308,
        "complex": 1j,
        "Decimal nan": Decimal("nan"),
        "1/3": Fraction(1, 3),
        "int64": np.int64(2),
        "function": lambda *args: args,
        "class": int,
        "generator": (x for x in ()),
        "array": np.zeros((2, 3, 4)),
        "0-d array": np.array(2),
        "object array": np.array([object()]),
        "text array": np.array(["a", "b"]),
        "[None]": [None],
        "['nonsense']": ["nonsense"],
        "[[1, 2], [3]]": [[1, 2], [3]],
        "{'nonsense': 1}": {"nonsense": 1},
        "{5: 1}": {5: 1},
        "{'q1': None}": {"q1": None},
        "{'q1': 'nonsense'}": {"q1": "nonsense"},
        "{'q1': nan}": {"q1": math.nan},
        "{'q1': [1]}": {"q1": [1]},
        "{'q1': True}": {"q1": True},
        "{'m1': 10^400}": {"m1": 10**400},
        "{'m1': 'nonsense'}": {"m1": "nonsense"},
        "{'m1': None}": {"m1": None},
        "{'m1': inf}": {"m1": math.inf},
        "{'m1': hostile}": {"m1": Hostile()},
        "a dict in itself": inside,
        "another robot": other.robot,
        "another model": other,
        "another expression": other.tau[0],
        "another ring": other.ring,
    }
