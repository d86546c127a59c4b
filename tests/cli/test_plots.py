"""``--plots`` of ``torsor simulate`` and ``torsor actuators``."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from lxml import etree

from torsor.drawing.plots.result_plots import motion_plots, motor_plots
from torsor.motion.actuators.choosing import Selection
from torsor.motion.actuators.motors import Motor
from torsor.motion.actuators.selection import Cycle, choose
from torsor.motion.simulation import Run

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios"
CYCLE, CUTTING = SCENARIOS / "puma_cycle.toml", SCENARIOS / "rttrr_cutting.toml"
SWING = {
    "duration": 2,
    "sample": 0.002,
    "with": ["friction"],
    "drive": {"kind": "torques", "tau": ["3*sin(4*t)", 0]},
    "start": {"q": [0.4, 0.8], "dq": [1.0, 0.0]},
    "values": {"m1": 1, "m2": 1, "l1": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0, "Izz1": 0.1,
               "Izz2": 0.1, "g": 9.81, "fv1": 0.3, "fv2": 0.2, "fc1": 0.1, "fc2": 0.1},
}  # fmt: skip


def lines(plot, panel=0):
    return {line.get_label(): line.get_data() for line in plot.figure.axes[panel].lines}


def test_simulate_writes_a_file_for_each_quantity(torsor, tmp_path):
    folder = tmp_path / "plots"
    answer = torsor("simulate", "rttrr", CUTTING, "--plots", folder)
    assert answer.status == 0, answer.err
    assert f"in {folder}" in answer.err
    names = {"q.svg", "dq.svg", "tau.svg", "power.svg", "energy.svg"}
    assert {p.name for p in folder.iterdir()} == names
    for file in folder.iterdir():
        etree.fromstring(file.read_bytes())
    for format, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        given = ("--plots", folder, "--plot-format", format)
        assert torsor("simulate", "rttrr", CUTTING, *given).status == 0
        assert (folder / f"tau.{format}").read_bytes().startswith(magic)


def test_coordinates_that_slide_have_a_panel_of_their_own():
    run = Run("rttrr", CUTTING)
    result = run.go()
    q = motion_plots(result, run)["dq"]
    panels = [a.get_title("left") for a in q.figure.axes]
    assert panels == ["velocity [rad/s]", "velocity [m/s]"]
    assert np.array_equal(lines(q, 1)[r"$\dot{q}_{2}$"][1], result.columns["dq2"])


def test_a_curve_that_others_would_flatten_has_a_panel_and_one_that_is_zero_has_none():
    run = Run("puma560", CYCLE)
    plots = motion_plots(run.go(), run)
    titles = [a.get_title("left") for a in plots["tau"].figure.axes]
    assert titles == [rf"$\tau_{{{k}}}$ [N m]" for k in range(1, 7)]
    run = Run("rttrr", CUTTING)
    plots = motion_plots(run.go(), run)
    shown = [a.get_title("left") for a in plots["power"].figure.axes if a.lines]
    assert shown == [f"$P_{{{k}}}$ [W]" for k in range(1, 5)]
    assert plots["power"].figure.get_supxlabel() == "$P_{5}$ is zero throughout."


def test_a_quantity_that_is_zero_throughout_has_no_plot(torsor, tmp_path):
    answer = torsor("simulate", "rttrr", SCENARIOS / "rttrr_springs.toml", "--plots", tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == {"q.svg", "dq.svg", "energy.svg"}
    assert "driving forces and powers are zero throughout: no plot of them" in answer.err


@pytest.mark.parametrize(
    ("robot", "scenario", "terms"),
    [
        ("planar2r", SWING, ["work of the drives", "taken by friction"]),
        ("puma560", CYCLE, ["work of the drives", "brought by loads"]),
        ("rttrr", CUTTING, ["work of the drives", "work of the tool"]),
    ],
    ids=["friction", "a load picked up", "contact"],
)
def test_the_energy_plot_has_every_way_that_energy_took_and_no_gap(robot, scenario, terms):
    run = Run(robot, scenario)
    energy = motion_plots(run.go(), run)["energy"].figure
    curves = [line for line in energy.axes[-1].lines if line.get_linestyle() != ":"]
    assert [line.get_label() for line in curves] == terms
    assert "The balance closes to" in energy.get_supxlabel()
    marked = {line.get_xdata()[0] for line in energy.axes[-1].lines if line not in curves}
    assert marked == ({1.6} if "brought by loads" in terms else set())


def test_what_happens_on_the_way_is_marked():
    run = Run("puma560", CYCLE)
    q = motion_plots(run.go(), run)["q"].figure
    assert q.get_supxlabel() == "Dotted: a load is picked up at 1.6 s."
    for axes in q.axes:
        assert [x.get_xdata()[0] for x in axes.lines if x.get_linestyle() == ":"] == [1.6]


def test_a_motor_without_losses_and_rotor_gives_the_power_of_its_joint():
    run = Run("puma560", CYCLE)
    cycle = Cycle(run.go(), run.plant)
    motors = [Motor("weak", 0.1, 0.2, 300, 600), Motor("M $x_1", 1.0, 3.0, 300, 600)]
    choices = choose(cycle, motors)
    plots = motor_plots(Selection(cycle, 1.0, tuple(choices)))
    assert list(plots) == [f"motors-q{k}" for k in range(1, 7)]
    for k, plot in enumerate(plots.values()):
        assert len(plot.figure.axes) == 2
        best = choices[k].ranking[0]
        speed, torque = lines(plot)["load"]
        power = np.abs(cycle.tau[:, k] * cycle.result.dq[:, k])
        np.testing.assert_allclose(speed * torque, power, rtol=1e-9, atol=1e-12)
        assert best.motor.name in plot.figure.axes[0].get_title("left")
        above = np.interp(speed, *lines(plot)["peak"]) / np.maximum(torque, 1e-9)
        assert above.min() == pytest.approx(best.curve, rel=1e-6)


def test_actuators_draws_the_best_motors_of_each_coordinate(torsor, tmp_path):
    motors = ("--motors", SCENARIOS / "motors.csv")
    given = ("--plots", tmp_path, "--plot-format", "png", "--json")
    answer = torsor("actuators", "puma560", CYCLE, *motors, *given)
    assert len(answer.data["coordinates"]) == 6
    assert {p.name for p in tmp_path.iterdir()} == {f"motors-q{k}.png" for k in range(1, 7)}


@pytest.mark.filterwarnings("error")
def test_a_name_in_letters_that_the_font_lacks_is_no_reason_to_complain(torsor, tmp_path):
    file = tmp_path / "motors.csv"
    file.write_text("name,rated_torque,peak_torque,rated_speed,max_speed\n电机 $x,1,3,300,600\n")
    given = ("--motors", file, "--plots", tmp_path / "plots")
    answer = torsor("actuators", "puma560", CYCLE, *given)
    assert answer.status == 0
    assert answer.err.startswith("wrote motors-q1.svg")
    assert len(answer.err.splitlines()) == 1


def test_bad_input_is_one_sentence_before_the_work(torsor, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    asked = ("simulate", "rttrr", CUTTING)
    assert "is not a directory" in torsor(*asked, "--plots", file).complaint
    assert "is not a directory" in torsor(*asked, "--plots", tmp_path / "a" / "b").complaint
    new = tmp_path / "new"
    complaint = torsor(*asked, "--plots", new, "--plot-format", "gif").complaint
    assert "--plot-format 'gif': expected svg, png, pdf" in complaint
    assert "expected --motors" in torsor("actuators", "puma560", CYCLE, "--plots", new).complaint
    assert "cannot be read" in torsor("simulate", "rttrr", "no.toml", "--plots", new).complaint
    assert not new.exists()


def test_without_matplotlib_the_extra_is_named(tmp_path):
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from torsor.cli.main import run\nsys.exit(run(sys.argv[1:]))"
    )
    asked = ["simulate", "rttrr", str(CUTTING), "--plots", str(tmp_path / "new")]
    done = subprocess.run(
        [sys.executable, "-c", code, *asked], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "torsor: plots need matplotlib: pip install 'torsor[motion]'\n"
    assert not (tmp_path / "new").exists()
