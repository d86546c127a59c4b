"""What brackets, dots and operators refuse, and that Python's own error classes catch it."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from tests.api.bad import bad_values
from tests.api.samples import SCENARIO, model

import torsor
from torsor.errors import TorsorError

OPERATORS = ("add", "sub", "mul", "truediv", "pow", "matmul")
SCALARS = {"5", "-1", "2.5", "2.0", "True", "10^400", "10^18", "1e308", "1/3", "int64"}
"""What an expression may be added to and multiplied by; True is 1, as everywhere in Python."""

PYTHON = ("unsupported operand", "can only concatenate", "can't multiply sequence")
FOREIGN = ("array", "0-d array", "object array", "text array", "int64", "bytes")


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: torsor.derive("scara", 5), TypeError,
         "method is one of 'newton-euler', 'lagrange', 'virtual-work' or None, not 5"),
        (lambda: torsor.derive("scara", "langrange"), ValueError, "did you mean 'lagrange'"),
        (lambda: torsor.derive(5), TypeError, "robot is a robot, a name, a path"),
        (lambda: torsor.load("pumma560"), ValueError, "did you mean 'puma560'"),
        (lambda: torsor.load("scara").shares(9), KeyError, "link 9 of 'SCARA'"),
        (lambda: torsor.load("scara").shares(2.0), TypeError, "link is a whole number, not 2.0"),
        (lambda: torsor.load("scara").with_drives("fricton"), ValueError, "'friction'"),
        (lambda: torsor.check(5), TypeError, "paper is a paper, the name of one"),
        (lambda: torsor.simulate("planar2r", 5), TypeError, "scenario is the path of"),
        (lambda: torsor.simulate("planar2r", SCENARIO, {"m3": 1}), ValueError, "'m3' is no symbol"),
        (lambda: model().M[9, 9], IndexError, "no row 9; there are 2, counted from 0"),
        (lambda: model().M[0, 9], IndexError, "no entry 9; there are 2, counted from 0"),
        (lambda: model().M["a"], TypeError, "an index is a whole number"),
        (lambda: model().tau[9], IndexError, "no entry 9; there are 2"),
        (lambda: model().links[9], KeyError, "no link 9; there are 0 to 2"),
        (lambda: model().linearised({"m3": 1}), ValueError, "'m3' is no symbol of Planar 2R"),
        (lambda: model().tau[0] / 0, ZeroDivisionError, "division by zero"),
        (lambda: model().tau[0] ** 10**18, TorsorError, "the highest is 1000"),
        (lambda: model().tau[0].evaluate({}, digits=True), ValueError, "no value for"),
        (lambda: model().ring.number(1).evaluate({}, digits=True), TypeError, "whole number"),
        (lambda: model().tau[0].evaluate({"M1": 1}), ValueError, "'M1' is no symbol here"),
        (lambda: torsor.drive, AttributeError, "did you mean 'derive'"),
    ],
)  # fmt: skip
def test_mistakes_are_of_the_family_and_of_pythons_kind(
    call: Callable[[], Any], kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(TorsorError) as caught:
        call()
    assert isinstance(caught.value, kind)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("swapped", [False, True])
def test_operators_take_scalars_and_rows_or_say_so(name: str, swapped: bool) -> None:
    act = getattr(operator, name)
    things = {"expression": model().tau[0], "vector": model().g, "matrix": model().M}
    for what, thing in things.items():
        for label, value in bad_values().items():
            place = f"{what} {name} {label}"
            try:
                act(value, thing) if swapped else act(thing, value)
            except TorsorError as error:
                assert "\n" not in str(error), place
            except (TypeError, ValueError) as error:
                # Both sides declined and Python says so, or NumPy or bytes have their own word.
                python = str(error).startswith(PYTHON)
                assert (python and type(error) is TypeError) or label in FOREIGN, place
            except RuntimeError:
                assert label == "hostile", place
            else:
                assert label in SCALARS or label in FOREIGN, place


def test_matrices_are_indexed_as_arrays_are() -> None:
    M = model().M
    assert M.shape == (2, 2)
    assert M[0, 1] == M[0][1] == M.T[1, 0]
    assert M[:, 0] == (M[0, 0], M[1, 0])
    assert M[:1, 1:] == ((M[0, 1],),)
    assert M[-1, -1] == M[1][1]


def test_columns_of_a_result_are_told() -> None:
    result = torsor.simulate("planar2r", SCENARIO)
    with pytest.raises(KeyError, match="no column 'q9'; there are t, q1"):
        result.columns["q9"]


def test_a_sentence_survives_pickling() -> None:
    for call in (lambda: torsor.derive("scara", 5), lambda: model().links[9]):
        with pytest.raises(TorsorError) as caught:
            call()
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value) and type(again) is type(caught.value)


def test_a_robot_takes_numbers_and_texts_for_its_entries() -> None:
    """As a file does: what is a number or a text becomes an exact formula."""
    link = torsor.Link(0.35, ["l1/2", 0, 0], (0, 0, "Izz1", 0, 0, 0))
    joint = torsor.Joint("R", [0, 0, 1])
    robot = torsor.Robot("one", [joint], [link])
    assert hash(robot) is not None
    assert str(torsor.derive(robot).M[0, 0]) == "7*l1^2/80 + Izz1"
