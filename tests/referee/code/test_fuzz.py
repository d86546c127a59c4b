"""Whatever the text, only a sentence comes out, and soon."""

from __future__ import annotations

import time
from random import Random

import pytest

from torsor.errors import TorsorError
from torsor.referee.reading.code import read_code, run_code

LANGUAGES = ("matlab", "python", "c")
PIECES = [
    *"()[]{}+-*/^'\".,;:=<>!&|%#@~\\ \n\t",
    "M(1,1)", "M[0]", "q", "x1", " = ", "for i = 1:3\n", "for i in range(3):\n    ", "end\n", "if ",
    "for(int i=0;i<3;i++)", "sin(", "cos(q", "1.5", "2", "1e9", "**", ".^", "...", "\n", "return ",
    "def f(q):\n    ", "function M = f(q)\n", "lambda x: ", "zeros(2)", "np.array([", "/*", "'''",
    "double ", "+=", "->", "@(x)", "symbols('a')", ".diff(t)", "reshape(M,2,2)", "pi", "sqrt(2)",
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_texts_raise_nothing_but_sentences(language: str) -> None:
    random = Random(7)
    for _ in range(1500):
        text = "".join(random.choice(PIECES) for _ in range(random.randint(1, 60)))
        try:
            statements, _ = read_code(text, language)
            run_code(statements)
        except TorsorError:
            pass


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 5000 + "1" + ")" * 5000 + ";",
        "x = " + "-" * 5000 + "1;",
        "x = " + "[" * 5000 + ";",
        "x = " + "sin(" * 5000 + ";",
        "x = " + "a + " * 20_000 + "a;",
        "x = " + "a / " * 5000 + "a;",
        "x = a" + "(1)" * 5000 + ";",
        "x = a" + ".b" * 5000 + ";",
        "x = a" + "'" * 5000 + ";",
        "x = 1e999999999;",
        "x = 2" + "^9" * 100 + ";",
        "x = 2" + "**9" * 100 + "\n",
        "{" * 5000,
        "if a\n" * 5000,
        "for i = 1:1000\n" * 6 + "x = i;\n" + "end\n" * 6,
        "for(int i=0;i<1000;i++)" * 6 + " x = i;",
        "x = " + "x*x;\nx = " * 200 + "a + b;",
        "x = a + b;\n" + "x = x*x;\n" * 60,
        "f = @(x) x*x*x;\n" + "y = " + "f(" * 30 + "1" + ")" * 30,
        "f = lambda x: x*x*x\n" + "y = " + "f(" * 30 + "a" + ")" * 30,
        "x = sin(1000000*q + 3*p);\ny = (a+b)^900;\nz = (a+b+c+d+e+f)**300\n",
        "a = b'" * 3000,
        "/*" * 3000 + '"' * 3000,
    ],
)
def test_hostile_texts_are_bounded(language: str, text: str) -> None:
    start = time.process_time()
    try:
        statements, _ = read_code(text, language)
        run_code(statements)
    except TorsorError:
        pass
    assert time.process_time() - start < 20


def test_a_text_of_a_megabyte_is_read_in_seconds() -> None:
    text = "".join(f"t{i} = t{i - 1} * k(3) - c{i % 9} * dq(2);\n" for i in range(1, 30_000))
    start = time.process_time()
    statements, unread = read_code(text, "matlab")
    assert len(statements) == 29_999
    assert not unread
    assert time.process_time() - start < 20
