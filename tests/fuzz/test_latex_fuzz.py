"""Random and nearly right LaTeX through the reader and the comparison: one TorsorError at most.

300 texts by default, always the same; 100,000 new ones with ``TORSOR_FUZZ=all`` (``make fuzz``).
What breaks something is kept in ``found_latex/`` and read again in every run.
"""

from __future__ import annotations

import hashlib
import time
from functools import cache
from pathlib import Path
from random import Random

import pytest

import torsor
from torsor import TorsorError
from torsor.notation.notation import load_notation
from torsor.referee.equation import Checker
from torsor.referee.paper import load_paper
from torsor.referee.targets import Target, resolve

from .mutations import ACCIDENTS
from .readers import ALL, SECONDS, TooSlow, _limited

FOUND = Path(__file__).parent / "found_latex"
BATCHES, BATCH = (1000, 100) if ALL else (6, 50)
PAPERS = ("3r", "rttrr", "rv1a", "scara", "trtrr")
TARGETS = {"rttrr": "tau[2]", "trtrr": "a_C[3]", "3r": "N[2].x", "scara": "M", "rv1a": "J_v[2]"}
TOKENS = [
    "\\", "\\\\", "{", "}", "(", ")", "[", "]", "&", "=", "+", "-", "^", "_", "'", "*", ".", ",",
    "\\dot", "\\ddot{", "\\dot{q}_", "\\frac{", "\\frac{1}{0}", "\\sqrt{", "\\sqrt{2}", "\\left(",
    "\\right)", "\\bigl[", "\\begin{bmatrix}", "\\end{bmatrix}", "\\begin{aligned}", "\\cos",
    "\\sin(", "c", "s", "c q_4", "s(2q_2)", "c23", "q_1^3 r_{C_{3x}}", "{}^5 r", "\\cdot^5 r",
    "^5 J_{xz}^*", "\\dots", "\\tag{1}", "\\hline", "\\text{ -- }", "\\phantom{x}",
    "\\operatorname{sgn}(",
    "σ_1", "\\sigma", "\\frob", "%", "$", "~", "\x00", "😀", "9" * 40, "0.1", "1/0", "^{99}", "^9",
    "_{", "c(24q_1)", "c(" + "9" * 12 + "q_1)", "(a+b)^9", "\\pm", "\\mathbf{M}", "\\hat{a}_1",
    "l1.c1",
]  # fmt: skip


@cache
def hands() -> dict[str, tuple[Checker, Target]]:
    """A checker for each paper, and what the text is compared with."""
    found = {}
    for name in PAPERS:
        paper = load_paper(name)
        model = torsor.derive(paper.robot)
        checker = Checker(model, load_notation(paper.notation))
        found[name] = (checker, resolve(model, TARGETS[name]))
    return found


@cache
def seeds(name: str) -> list[str]:
    """Printed equations of a paper, long ones in parts."""
    texts = [e.latex for e in (*load_paper(name).equations, *load_paper(name).unchecked)]
    return [text[i : i + 400] for text in texts for i in range(0, len(text), 400)]


def drawn(random: Random, name: str) -> str:
    """A text of tokens only, or an equation after some accidents."""
    if random.random() < 0.3:
        return "".join(random.choices(TOKENS, k=random.randint(1, 30)))
    text = random.choice(seeds(name))
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        if random.random() < 0.5:
            at = random.randint(0, len(text))
            text = text[:at] + random.choice(TOKENS) + text[at + random.choice((0, 0, 1, 3)) :]
        else:
            text = random.choice(ACCIDENTS)(random, text, seeds(name))
    return text[:20_000]


def judged(name: str, text: str) -> str:
    """What is wrong with the answer to a text; nothing if it is as it should be."""
    checker, target = hands()[name]
    start = time.process_time()
    try:
        with _limited(4 * SECONDS):
            found = checker.check("(1)", target, text)
            assert all(e.comparison.printed >= 0 for e in found.entries)
    except TorsorError as error:
        message = str(error)
        if not message.isprintable() or not 0 < len(message) < 400:
            return f"a message that is no short printable line: {message[:600]!r}"
    except (TooSlow, Exception) as error:
        return f"{type(error).__name__}: {error}"
    took = time.process_time() - start
    return f"{took:.1f} s" if took > SECONDS else ""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_printed_latex_gets_an_answer_or_one_sentence(batch: int) -> None:
    random = Random(f"latex {batch} {time.time_ns() if ALL else ''}")
    for _ in range(BATCH):
        name = random.choice(PAPERS)
        text = drawn(random, name)
        verdict = judged(name, text)
        if verdict and ALL:
            keep(name, text)
        assert not verdict, f"{verdict}, reading as {name}: {text[:2000]!r}"


def keep(name: str, text: str) -> None:
    """Keep a text that broke something, for the default run to replay."""
    content = text.encode("utf-8", "surrogateescape")
    FOUND.mkdir(exist_ok=True)
    (FOUND / f"{name}-{hashlib.sha256(content).hexdigest()[:8]}.txt").write_bytes(content)


@pytest.mark.parametrize("file", sorted(FOUND.glob("*.txt")), ids=lambda file: file.stem)
def test_latex_that_once_broke_something_breaks_nothing(file: Path) -> None:
    text = file.read_bytes().decode("utf-8", "surrogateescape")
    assert not judged(file.name.partition("-")[0], text)
