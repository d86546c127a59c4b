"""The page on scaling says what follows from the figures measured on it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from docs.make_scaling import PAGE, Costs, make, simulate

FREE = Costs(0, 0, 0, 0, 0, 0)


def test_the_simulated_table_follows_from_the_measured_one() -> None:
    page = PAGE.read_text("utf-8")
    assert make(page) == page


def test_without_costs_the_cores_divide_the_work() -> None:
    for cores in (1, 4, 40):
        assert simulate(FREE, 80, 2.0, 1.0, cores)[0] == pytest.approx(160 / cores)
    assert simulate(FREE, 81, 2.0, 1.0, 40)[0] == pytest.approx(6.0)  # one is left over


def test_what_is_not_divided_says_how_far_a_study_scales() -> None:
    costs = replace(FREE, command_part=0.01, command_megabyte=0.02, worker_start=1.0)
    spent, _, command = simulate(costs, 1000, 0.5, 2.0, 10_000)
    assert command == pytest.approx(50.0)
    assert spent == pytest.approx(1.0 + 0.5 + 50.0)
    told = replace(FREE, scheduler_part=0.1, worker_part=0.25)
    assert simulate(told, 100, 0.5, 0.0, 1000)[0] == pytest.approx(10.0 + 0.75)
    assert simulate(told, 100, 0.5, 0.0, 1)[0] == pytest.approx(0.1 + 100 * 0.75)
