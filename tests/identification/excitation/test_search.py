"""The search: the same seed gives the same motion, time ends it, what it gives goes on."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from tests.identification.excitation.robots import KINDS, PANDA, QUICK, TREE, excited

import torsor
from torsor.identification.excitation.exciting import Run
from torsor.identification.excitation.problem import Request
from torsor.identification.excitation.search.augmented_lagrangian import Search
from torsor.motion.tables import read_table


def test_the_same_seed_gives_the_same_motion_and_another_another():
    first, same = (torsor.excite(TREE, **QUICK, seed=3) for _ in range(2))
    assert np.array_equal(first.q, same.q)
    assert np.array_equal(first.deviations, same.deviations)
    other = torsor.excite(TREE, **QUICK, seed=4)
    assert not np.allclose(first.q, other.q)


def test_a_time_limit_leaves_a_motion_within_its_bounds_and_is_told():
    run = Run("panda", Request(**PANDA, seconds=6.0, starts=500, time_limit=1e9))
    run.deadline = 0.0  # over before the first step
    found = run.go()
    assert not found.complete
    assert any("came before the end: 0 of " in note for note in found.notes)
    assert all(use.margin > 0 for use in found.uses)


def test_an_interrupted_search_has_the_best_motion_so_far(monkeypatch):
    run = Run(TREE, Request(**QUICK | {"starts": 3}))
    improve = Search._improve

    def interrupted(search, x, number, of):
        if number == 1:
            raise KeyboardInterrupt
        improve(search, x, number, of)

    monkeypatch.setattr(Search, "_improve", interrupted)
    assert run.partial is None
    with pytest.raises(KeyboardInterrupt):
        run.go()
    found = run.partial
    assert not found.complete
    whole = torsor.excite(TREE, **QUICK)
    np.testing.assert_allclose(found.deviations, whole.deviations, rtol=1e-9)


def test_progress_is_told_from_none_to_all():
    told = []
    run = Run("cartesian", Request(**QUICK | {"starts": 2}), progress=lambda *at: told.append(at))
    run.go()
    shares = [done for done, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    information = [best for _, best in told]
    assert information == sorted(information)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_table_is_the_motion_with_units(tmp_path, ending):
    robot, options = KINDS["scara"]
    found = torsor.excite(robot, **options, **QUICK, rate=50.0)
    file = tmp_path / f"motion.{ending}"
    found.write(file)
    table = read_table(file)
    assert len(table.columns["t"]) == 151
    for name, column in found.columns.items():
        assert np.array_equal(table.columns[name], column)
    assert (table.units["q1"], table.units["q3"], table.units["ddq3"]) == ("rad", "m", "m/s^2")


@pytest.mark.parametrize("kind", ["puma560", "one joint", "ur10"])
def test_simulate_carries_the_scenario_out_as_it_stands(tmp_path, kind):
    robot, found = KINDS[kind][0], excited(kind)
    file = tmp_path / "motion.toml"
    file.write_text(found.scenario_text)
    for scenario in (file, found.scenario()):
        along = torsor.simulate(robot, scenario)
        assert len(along) == len(found.t)
        np.testing.assert_allclose(along.q, found.q, atol=1e-12)
        np.testing.assert_allclose(along.ddq, found.ddq, atol=1e-9)
    uses = {use.quantity: use for use in found.uses}
    for k, tau in enumerate(along.tau.T, 1):
        assert uses[f"tau{k}"].least - 1e-9 <= tau.min()
        assert tau.max() <= uses[f"tau{k}"].most + 1e-9


def test_the_scenario_carries_the_numbers_that_were_given():
    values = {"l1": 1, "l2": 0.5, "m1": 3, "m2": 2, "rx1": 0.4, "ry1": 0, "rx2": 0.2, "ry2": 0,
              "Izz1": 0.2, "Izz2": "1/30"}  # fmt: skip
    found = torsor.excite("planar2r", values=values, effort=80, **QUICK)
    assert any("g = 9.80665 m/s² was assumed" in note for note in found.notes)
    along = torsor.simulate("planar2r", found.scenario())
    assert along.tau[0, 0] == pytest.approx(
        torsor.compile("planar2r", {**values, "g": 9.80665}).gravity(found.start)[0]
    )


def test_a_result_shows_itself_and_can_be_sent():
    found = torsor.excite(TREE, **QUICK)
    assert repr(found).startswith("<Excitation of tree: 3 s, 25 parameters, median deviation ")
    assert "<table" in found._repr_html_()
    assert found.data["parameters"][0]["name"] == "Lzz1"
    copy = pickle.loads(pickle.dumps(found))
    assert np.array_equal(copy.q, found.q)
