"""The mathematics and the code of Markdown and reStructuredText files."""

from __future__ import annotations

import random
import time

import pytest

from torsor.errors import TextError
from torsor.referee.manuscript.passages import read_passages
from torsor.referee.reading.latex.grammar import parse_latex


def found(text: str, suffix: str) -> list[tuple[str, bool]]:
    """The mathematics of a text that is wholly read, and whether it stands within the prose."""
    passages, unread, _ = read_passages(text, suffix)
    assert unread == []
    return [(" ".join(p.latex.split()), p.inline) for p in passages]


@pytest.mark.parametrize(
    "display",
    [
        "$$a = b$$", "$$\na = b\n$$", "```math\na = b\n```", "~~~ latex\na = b\n~~~",
        "```{math}\n:label: x\na = b\n```", "\\[\na = b\n\\]", "> $$\n> a = b\n> $$",
        "\\begin{equation}\na = b\n\\end{equation}", "$`\\begin{aligned} a = b \\end{aligned}`$",
        "```tex\n\\begin{align}\na = b\n\\end{align}\n```", "$$\\begin{align}a = b\\end{align}$$",
    ],
)  # fmt: skip
def test_displays_of_markdown(display: str) -> None:
    assert found(f"# Text\n\n{display}\n\nMore.", ".md") == [("a = b", False)]


def test_inline_mathematics_of_markdown_is_no_price_and_no_code() -> None:
    text = "Of $m_1$, $`m_2`$ and \\(m_3\\) each costs $5 or $6; `$x$` is code. <!-- $y$ -->"
    assert found(text, ".md") == [("m_1", True), ("m_2", True), ("m_3", True)]


def test_several_spans_between_backticks_stay_apart() -> None:
    assert found("$`a`$, $`b`$ and $`c = d`$", ".md") == [("a", True), ("b", True), ("c = d", True)]


def test_fenced_code_is_given_with_its_language_and_line() -> None:
    text = "Text\n\n```matlab\nM(1,1) = $$ 2 $$;\n```\n\n~~~Python\nx = 1\n~~~\n\na = b\n"
    passages, unread, code = read_passages(text, ".md")
    assert (passages, unread) == ([], [])
    assert [(c.language, c.text, c.line) for c in code] == [
        ("matlab", "M(1,1) = $$ 2 $$;\n", 4), ("python", "x = 1\n", 8),
    ]  # fmt: skip


def test_a_display_cut_in_half_does_not_turn_the_text_inside_out() -> None:
    text = "a = b\n$$\nText with $x$.\n\n## Heading\n$$\nc = d\n$$\nText\n$$\ne = f\n$$\n"
    passages, unread, _ = read_passages(text, ".md")
    assert [p.latex for p in passages if not p.inline] == ["c = d", "e = f"]
    assert [u.line for u in unread] == [2]


def test_macros_in_markdown_hold_from_where_they_stand() -> None:
    text = "\\newcommand{\\v}[1]{\\mathbf{#1}}\n\n$$\\def\\w{\\omega}\\v{q} = \\w$$\n\n$$\\w = 1$$"
    assert [latex for latex, _ in found(text, ".md")] == ["\\mathbf{q} = \\omega", "\\omega = 1"]


RST = """
Title
=====

.. math:: a = b

.. math::
   :label: two

   c = d

   e &= f \\\\
     &+ g

Let :math:`m_1` be. \\(n\\)

- item

  .. math::

     h = \\begin{matrix} 1 \\\\ 2 \\end{matrix} % = no
     \\label{three}

.. code-block:: python

   x = 1

Text: $i = j$.
"""


def test_directives_and_roles_of_restructured_text() -> None:
    passages, unread, code = read_passages(RST, ".rst")
    assert unread == []
    assert [(" ".join(p.latex.split()), p.label) for p in passages] == [
        ("a = b", ""), ("c = d", "two"), ("e &= f \\\\ &+ g", "two"), ("m_1", ""),
        ("h = \\begin{matrix} 1 \\\\ 2 \\end{matrix} \\label{three}", "three"),
    ]  # fmt: skip
    assert [p.inline for p in passages] == [False, False, False, True, False]
    assert passages[0].line_at(0) == (5, 11)
    assert passages[2].line_at(0) == (12, 4)
    assert [(c.language, c.text.strip()) for c in code] == [("python", "x = 1")]


def test_macros_defined_in_a_directive_hold_after_it() -> None:
    text = ".. math::\n\n   \\newcommand{\\v}[1]{\\mathbf{#1}}\n\n.. math:: \\v{q} = 1\n"
    assert found(text, ".rst") == [("\\mathbf{q} = 1", False)]


@pytest.mark.parametrize("suffix", [".tex", ".md", ".rst"])
def test_random_text_ends_in_no_other_error(suffix: str) -> None:
    rng = random.Random(14)
    pieces = (
        "$", "$$", "\\[", "\\]", "`", "```", "```math\n", "\n", "\n\n", "{", "}", "\\def", "\\x",
        "\\newcommand", "#1", "[1]", "\\begin{align}", "\\end{align}", "&", "\\\\", "=", "a", "%",
        ".. math::", ":math:`", "   ", "\\begin{equation}", "\\end{equation}", "\\left.", "|",
        "\\verb", "\\input{x}", "\\newenvironment", "\\begin{x}", "\\let", "(", ")", "\\label{y}",
        "\\text{", "^", "_", "\\frac", "\\begin{cases}", "\\end{cases}", "$`", "`$", "<!--",
    )  # fmt: skip
    for _ in range(1500):
        text = "".join(rng.choices(pieces, k=rng.randint(1, 25)))
        for passage in read_passages(text, suffix)[0]:
            passage.line_at(len(passage.latex))
            try:
                parse_latex(passage.latex)
            except TextError as error:
                assert len(str(error)) < 300


@pytest.mark.parametrize(
    "text",
    ["$" * 1_000_000, "`" * 1_000_000, "```\n" * 200_000, "$$" * 400_000, "<!--" * 200_000,
     ".. math::\n" * 90_000, ":math:`" * 100_000, "$`" * 400_000, "$$ a = b $$\n" * 10_000,
     "`a" * 400_000, "\\def\\x{\\x}\n" * 70_000, "$a$ " * 200_000, ":math:`a` " * 90_000],
)  # fmt: skip
@pytest.mark.parametrize("suffix", [".md", ".rst"])
def test_a_hostile_text_is_read_within_seconds(text: str, suffix: str) -> None:
    started = time.process_time()
    read_passages(text[:400_000], suffix)
    assert time.process_time() - started < 10
