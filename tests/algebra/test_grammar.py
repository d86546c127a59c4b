"""Bad texts: each gets one sentence, quickly, and never another exception."""

from __future__ import annotations

import time

import pytest

from torsor import TorsorError
from torsor.algebra.formula import formula
from torsor.algebra.grammar import parse_sequence

BAD = {
    "": "expected",
    "   ": "expected",
    "a +": "at the end: expected",
    "a b": "at column 3",
    "2a": "at column 2",
    "a ** b": "at column 6",
    "a^b": "at column 3",
    "a^0.5": "at column 4",
    "2^3^2": "at column 4",
    "--a": "at column 2",
    "a * * b": "at column 5",
    "(a": "at the end",
    "a)": "at column 2",
    "()": "at column 2",
    "a,b": "at column 2",
    "a;b": "at column 2",
    "a = b": "at column 3",
    "a\nb": "cannot be read",
    "a\x00b": "cannot be read",
    "a\\b": "cannot be read",
    "$(rm -rf)": "cannot be read",
    "`id`": "cannot be read",
    "__import__('os')": "cannot be read",
    "lambda: 0": "cannot be read",
    "a.b": "at column 2",
    "a[0]": "at column 2",
    "\\input{x}": "cannot be read",
    "α + β": "'α' at column 1 .* is not ASCII",
    "a\u202eb": "at column 2 .* is not ASCII",
    "exp(a)": "unknown function 'exp'",
    "l1(l2)": "a product needs",
    "sin": "sin is a function",
    "sin + 1": "sin is a function",
    "sin()": "at column 5",
    "sin a": "at column 5",
    "sqrt(a)": "a square root is of a number",
    "sqrt(-2)": "not negative",
    "sqrt(5)": "not made of",
    "1/0": "division by zero",
    "a/(3 - 3)": "division by zero",
    "0^-1": "division by zero",
    "a^65": "out of range",
    "(a^9)^9": "out of range",
    "a^99999999999": "out of range",
    "1e999999999": "out of range",
    "1e-999999999": "out of range",
    "9" * 401: "out of range",
    "2^9999": "power this large",
    "((2^90)^90)^90": "power this large",
    "((1e-400)^6)^9999": "power this large",
    "*".join(["1e400"] * 9): "this many digits",
    "1/" + "/".join(["9" * 300] * 10): "this many digits",
    "a" * 41: "longer than 40",
    "(" * 5000 + "a" + ")" * 5000: "nested more than",
    "(" * 61 + "a" + ")" * 61: "nested more than",
    "(1 + a*" * 45 + "a" + ")" * 45: "nested more than",
    ")" * 5000: "cannot be read",
    "a" + "+a" * 50_000: "100001 characters is refused",
    "(a+b+c+d+e+f+g+h)^64": "terms when multiplied out",
    "*".join(f"(a{i} + b{i})" for i in range(40)): "terms when multiplied out",
    "sin(" + " + ".join(f"a{i}" for i in range(40)) + ")": "terms when multiplied out",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:24]))
def test_a_bad_text_gets_one_sentence(text: str) -> None:
    start = time.process_time()
    with pytest.raises(TorsorError, match=BAD[text]) as caught:
        formula(text)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 300
    assert time.process_time() - start < 2


def test_a_long_flat_text_is_read_in_time() -> None:
    start = time.process_time()
    assert len(formula("+".join(["a"] * 20_000)).parts) == 20_000
    assert time.process_time() - start < 10


def test_a_sequence_keeps_names_arguments_and_columns() -> None:
    read = parse_sequence("Rz(q1)  tx( l1/2 )")
    assert [(str(element), str(argument)) for element, argument in read] == [
        ("Rz", "q1"),
        ("tx", "l1/2"),
    ]
    assert [element.column for element, _ in read] == [1, 9]
