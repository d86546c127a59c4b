"""Text expressions: read as Python would work them out, printed so that they read back."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from torsor import TorsorError
from torsor.algebra.formula import exact, formula, name, number
from torsor.algebra.scalars.floats import FloatScalars, to_float
from torsor.errors import MissingValueError

NAMES = {"a": Fraction(3, 7), "l2": Fraction(-5, 2), "m_1": Fraction(11), "Izz3": Fraction(2, 13)}

# A text is drawn as a sum of products of powers of atoms, together with its value by Python's own
# operators on fractions, applied in the order in which they stand. No parser is involved.

literals = st.one_of(
    st.integers(0, 99).map(lambda n: (str(n), Fraction(n))),
    st.decimals(0, 99, places=2).map(lambda d: (str(d), Fraction(d))),
    st.sampled_from(
        [("2e3", Fraction(2000)), ("1.5E-2", Fraction(3, 200)), (".5", Fraction(1, 2))]
    ),
    st.sampled_from(list(NAMES.items())),
)
blank = st.sampled_from(["", " ", "\t "])


@st.composite
def texts(draw: st.DrawFn, depth: int = 2) -> tuple[str, Fraction]:
    """A text and its value."""
    text, value = draw(blank), Fraction(0)
    for i in range(draw(st.integers(1, 3))):
        sign = draw(st.sampled_from(["+", "-"] if i else ["+", "-", ""]))
        term, factor = _product(draw, depth)
        text += draw(blank) + sign + draw(blank) + term
        value = value - factor if sign == "-" else value + factor
    return text + draw(blank), value


def _product(draw: st.DrawFn, depth: int) -> tuple[str, Fraction]:
    """One to three factors, of which one may be a sum in parentheses."""
    nested = draw(st.integers(0, 2)) if depth else None
    text, value = _power(draw, depth if nested == 0 else 0)
    for i in range(1, draw(st.integers(1, 3))):
        sign = draw(st.sampled_from("*/"))
        factor, worth = _power(draw, depth if nested == i else 0)
        assume(worth or sign == "*")
        text += draw(blank) + sign + draw(blank) + factor
        value = {"*": operator.mul, "/": operator.truediv}[sign](value, worth)
    return text, value


def _power(draw: st.DrawFn, depth: int) -> tuple[str, Fraction]:
    if depth:
        text, value = draw(texts(depth - 1))
        text = f"({text})"
    else:
        text, value = draw(literals)
    if draw(st.booleans()):
        return text, value
    exponent = draw(st.integers(-2, 3))
    assume(value or exponent >= 0)
    written = draw(st.sampled_from([str(exponent), f"({exponent})"]))
    return f"{text}{draw(blank)}{draw(st.sampled_from(['^', '**']))}{written}", value**exponent


def worth(text: Any) -> Any:
    return FloatScalars(NAMES).value(formula(text))


@settings(max_examples=120, deadline=None)
@given(texts())
def test_a_text_is_worth_what_python_makes_of_it(drawn: tuple[str, Fraction]) -> None:
    text, value = drawn
    assert worth(text) == value


@settings(max_examples=120, deadline=None)
@given(texts())
def test_what_is_printed_reads_back_as_the_same_formula(drawn: tuple[str, Fraction]) -> None:
    text, value = drawn
    read = formula(text)
    assert formula(str(read)) == read
    assert worth(str(read)) == value


@settings(max_examples=70, deadline=None)
@given(texts(1), texts(1), st.integers(-2, 3))
def test_arithmetic_on_formulas_is_arithmetic(
    one: tuple[str, Fraction], other: tuple[str, Fraction], exponent: int
) -> None:
    (f, x), (g, y) = (formula(one[0]), one[1]), (formula(other[0]), other[1])
    assert worth(f + g) == x + y
    assert worth(f - g) == x - y
    assert worth(3 - f) == 3 - x
    assert worth(f * g) == x * y
    assert worth(-f) == -x
    if y:
        assert worth(f / g) == x / y
    if x:
        assert worth(f**exponent) == x**exponent
    assert formula(str(f * g)) == f * g


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-2^2", -4),
        ("2 - 3 - 4", -5),
        ("24/4/3", 2),
        ("24/4*3", 18),
        ("2*3^2", 18),
        ("(2*3)^2", 36),
        ("2^-1", Fraction(1, 2)),
        ("-(2 - 3)*4", 4),
        ("1 - (-1)", 2),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("0^0", 1),
        ("1e-3", Fraction(1, 1000)),
        ("1.", 1),
        ("1.e2", 100),
    ],
)
def test_signs_bind_as_in_python(text: str, value: int | Fraction) -> None:
    assert formula(text).constant == value


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("l2+d1/2", "l2 + d1/2"),
        ("-(a+b)", "-a - b"),
        ("a/b*c", "a*c/b"),
        ("1/(1/a)", "a"),
        ("(a^2)^3", "a^6"),
        ("a^-2", "1/a^2"),
        ("2*(a+b)/3", "2*(a + b)/3"),
        ("-90 deg", "-90deg"),
        ("-pi/2", "-pi/2"),
        ("22.5deg", "45*deg/2"),
        ("sin(q1)^2*cos(2*q2)", "sin(q1)^2*cos(2*q2)"),
        ("sqrt(8)/4", "sqrt(2)/2"),
        ("sqrt(6)", "sqrt(2)*sqrt(3)"),
        ("a + 0*b", "a"),
        ("3 - 3", "0"),
    ],
)
def test_formulas_print_as_one_writes_them(text: str, printed: str) -> None:
    assert str(formula(text)) == printed
    assert formula(printed) == formula(text)


def test_names_calls_and_replacement() -> None:
    f = formula("a*sin(q1 + 30deg)/b^2 + sqrt(2)*a")
    assert list(f.names()) == ["a", "q1", "b", "a"]
    assert [(function, str(argument)) for function, argument in f.calls()] == [
        ("sin", "q1 + 30deg"),
        ("sqrt", "2"),
    ]
    assert str(f.replace({"a": 0, "b": "c"})) == "0"
    assert f.replace({"a": "2*c", "b": 3}) == formula("2*c*sin(q1 + 30deg)/9 + 2*sqrt(2)*c")
    with pytest.raises(TorsorError, match="division by zero"):
        f.replace({"b": 0})


def test_numbers_are_exact() -> None:
    assert exact(0.35) == Fraction(7, 20)
    assert formula(0.1).constant == Fraction(1, 10)
    assert formula("0.35") == formula(0.35) == number(Fraction(7, 20))
    assert formula(2) + formula("1/3") == number(Fraction(7, 3))
    assert not formula(0)
    assert name("a")


@pytest.mark.parametrize("bad", [True, None, [1], "", float("nan"), float("inf"), 1j, {}])
def test_what_is_no_number_is_no_formula(bad: object) -> None:
    with pytest.raises(TorsorError):
        formula(bad)


@pytest.mark.parametrize("n", range(1, 101))
def test_square_roots_are_exact_or_refused(n: int) -> None:
    square = next((d for d in (1, 2, 3, 6) if (n / d) ** 0.5 == int((n / d) ** 0.5)), None)
    if square is None:
        with pytest.raises(TorsorError, match="not made of"):
            formula(f"sqrt({n})")
        return
    assert to_float(formula(f"sqrt({n}/4)")) == pytest.approx(n**0.5 / 2)


def test_a_formula_shows_itself_short_and_is_a_float_where_it_is_a_number():
    assert repr(formula("2*l1")) == "formula('2*l1')"
    assert float(formula("13/80")) == 0.1625
    assert float(formula("90deg")) == pytest.approx(1.5707963267948966)
    with pytest.raises(MissingValueError, match="no value for l1"):
        float(formula("2*l1"))
