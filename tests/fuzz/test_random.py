"""Random texts and random tables, drawn by hypothesis, through every reader."""

from __future__ import annotations

import copy
import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.formats.tables import tables

from torsor import TorsorError
from torsor.formats.toml.reader import read_toml, robot_from_table, write_toml

from .readers import ALL, READERS, judged, over_a_ring

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
LETTERS = "abdegilnoprqstz_0123456789.eE+-*/^() \t=,RTxyz'\"[]{}\n#"
words = st.sampled_from(
    ["sin(", "cos(", "sqrt(", "sign(", ")", "(", "deg", "rad", "pi", "q1", "q2", "a", "2", "0", "+",
     "-", "*", "/", "^", "**", " ", "1e9", ".5", "Rz(", "tx(", "m1", "=", "alpha", "64", "-1"]
)  # fmt: skip
texts = st.one_of(
    st.text(LETTERS, max_size=60), st.text(max_size=30), st.lists(words, max_size=25).map("".join)
)


@pytest.mark.parametrize("reader", READERS)
def test_any_text_gets_an_answer_or_one_sentence(reader: str) -> None:
    @settings(
        max_examples=600 if ALL else 40,
        deadline=None,
        database=None,
        derandomize=not ALL,
        suppress_health_check=QUIET,
    )
    @given(texts)
    def read(text: str) -> None:
        verdict = judged(reader, text)
        assert not verdict, f"{verdict}, reading as {reader}: {text!r}"

    read()


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(10**3000),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["q1", "90deg", "1/0", "x" * 50, "(" * 70, "nan", "Rz(q1)", "a" * 500, "z"]),
    st.just(datetime.date(1979, 5, 27)),
    st.just(b"bytes"),
)
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=9,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside a table."""
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    return [path] + [p for key, inner in items for p in places(inner, (*path, key))]


@settings(
    max_examples=3000 if ALL else 100, deadline=None, database=None, suppress_health_check=QUIET
)
@given(tables(), junk, st.integers(0), st.text(max_size=6))
def test_a_table_with_junk_in_it_is_read_or_gets_one_sentence(
    table: dict, thing: Any, place: int, key: str
) -> None:
    table = copy.deepcopy(table)
    choices = [path for path in places(table) if path]
    *path, last = choices[place % len(choices)]
    inner = table
    for step in path:
        inner = inner[step]
    inner[last] = thing
    if place % 7 == 0:
        table[key] = thing
    try:
        robot = robot_from_table(table)
    except TorsorError as error:
        assert str(error).isprintable()
        assert 0 < len(str(error)) < 700
    else:
        assert read_toml(write_toml(robot)) == robot
        over_a_ring(robot)
