"""``torsor demo``: what it shows is computed, and is what the other commands say."""

from __future__ import annotations

from tests.cli.conftest import Command

import torsor as package
from torsor.cli.demo import LINE


def test_the_demo_says_what_the_commands_say(torsor: Command) -> None:
    answer = torsor("demo")
    assert (answer.status, answer.err) == (0, "")
    assert LINE in answer.out
    assert "457 terms (229, 14, 52, 102," in answer.out
    assert "Newton-Euler ≡ Lagrange ≡ virtual work" in answer.out
    assert f"{sum(package.derive('iiwa').terms):,} terms" in answer.out
    verdict = torsor("check", "rttrr").out
    printed = " ".join(answer.out.split())
    assert next(line for line in verdict.splitlines() if "as printed" in line) in printed


def test_the_line_is_the_library_s_robot() -> None:
    assert package.derive(LINE).tau == package.derive("rttrr").tau


def test_it_fits_on_a_screen(torsor: Command) -> None:
    lines = torsor("demo").out.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 90
