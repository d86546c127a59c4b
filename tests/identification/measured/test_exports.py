"""Every identified robot is certified, written, read again, simulated; its M is that of a robot."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.identification.measured.test_bars import HERE, kr300, panda, private, ur10e

import torsor
from torsor.algebra.formula import number

STATES = 10_000


@cache
def double_pendulum(design):
    folder = HERE / "double_pendulum"
    logs = [folder / f"{design}.0_{k}.csv.gz" for k in ("01", "02", "04")]
    return torsor.identify(folder / f"double_pendulum_{design}.toml", logs, cutoff=5)


ROBOTS = {
    "kr300": kr300,
    "double pendulum A": lambda: double_pendulum("A"),
    "double pendulum C": lambda: double_pendulum("C"),
    "panda": lambda: panda(True),
    "panda of rough bodies": lambda: panda(False),
    "ur10e": lambda: ur10e("points"),
}
OURS = [name for name in ROBOTS if name.startswith(("kr300", "double"))]
EVERY = [*OURS, *(pytest.param(name, marks=private) for name in ROBOTS if name not in OURS)]


def without_rotors(robot):
    links = (replace(link, drive=replace(link.drive, rotor=number(0))) for link in robot.links)
    return replace(robot, links=tuple(links))


@pytest.mark.parametrize("name", EVERY)
def test_its_links_are_proven_possible_from_the_decimals_of_its_file(name, tmp_path):
    """The certificate again, from the file alone: eigenvalues by NumPy beside exact minors."""
    found = ROBOTS[name]()
    assert found.possible.feasible and found.possible.certificate.holds
    found.save(tmp_path / "robot.toml")
    again = torsor.load(tmp_path / "robot.toml")
    for link in again.links:
        m = float(link.mass.constant)
        c = np.array([float(e.constant) for e in link.com])
        xx, yy, zz, xy, xz, yz = (float(e.constant) for e in link.inertia)
        central = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        spread = np.trace(central) / 2 * np.eye(3) - central
        assert m > 0 and np.linalg.eigvalsh(spread).min() > 0
        assert np.all(np.isfinite(c))


@pytest.mark.parametrize("ending", [".toml", ".urdf", ".xml"])
@pytest.mark.parametrize("name", EVERY)
def test_what_is_written_is_read_again_with_the_same_dynamics(name, ending, tmp_path):
    found = ROBOTS[name]()
    path = tmp_path / f"robot{ending}"
    found.save(path)
    q = np.random.default_rng(1).uniform(-1.5, 1.5, (50, found.robot.dof))
    robot = found.robot
    if ending == ".urdf":
        robot = without_rotors(robot)
        head = path.read_text("utf-8").split("<link")[0]
        assert robot.links == found.robot.links or "rotor" in head, "said: a URDF has none"
    ours, theirs = torsor.compile(robot), torsor.compile(str(path))
    np.testing.assert_allclose(
        theirs.mass_matrix(q), ours.mass_matrix(q), rtol=1e-5, atol=1e-6 * ours.mass_matrix(q).max()
    )
    if ending != ".urdf":  # gravity is not the robot's there
        weights = ours.gravity(q)
        np.testing.assert_allclose(
            theirs.gravity(q), weights, rtol=1e-5, atol=1e-6 * np.abs(weights).max()
        )


@pytest.mark.parametrize("name", EVERY)
def test_its_mass_matrix_is_positive_definite_everywhere(name, tmp_path):
    found = ROBOTS[name]()
    found.save(tmp_path / "robot.toml")
    arm = torsor.compile(tmp_path / "robot.toml")
    q = np.random.default_rng(2).uniform(-np.pi, np.pi, (STATES, found.robot.dof))
    M = arm.mass_matrix(q)
    assert M.shape == (STATES, found.robot.dof, found.robot.dof)
    assert np.linalg.eigvalsh(M).min() > 0.0


@pytest.mark.parametrize("name", EVERY)
def test_it_is_simulated_from_its_file(name, tmp_path):
    """Let go in mid-motion, with its friction: it moves, and gains no energy."""
    found = ROBOTS[name]()
    found.save(tmp_path / "robot.toml")
    n = found.robot.dof
    start = {"q": [0.7] * n, "dq": [0.1] * n}
    run = torsor.simulate(
        tmp_path / "robot.toml", {"duration": 0.3, "start": start, "drive": "free"}
    )
    assert run.t[-1] == pytest.approx(0.3)
    assert np.all(np.isfinite(run.q)) and np.abs(run.q - 0.7).max() > 0.0
    arm = torsor.compile(tmp_path / "robot.toml")
    energy = arm.kinetic_energy(run.q, run.dq) + arm.potential_energy(run.q)
    assert np.diff(energy).max() <= 1e-6 * np.abs(energy).max()
