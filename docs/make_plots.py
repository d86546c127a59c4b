"""The plots in the pages: ``python -m docs.make_plots`` writes them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from docs.charts import PICTURES

import torsor
from torsor import Identification
from torsor.drawing.drawing import Drawing
from torsor.drawing.plots.identification_plots import identification_plots
from torsor.drawing.plots.plot import Plot
from torsor.drawing.plots.result_plots import motion_plots, motor_plots
from torsor.drawing.plots.study_plots import list_plots
from torsor.motion.actuators.choosing import select
from torsor.motion.actuators.motors import read_motors
from torsor.motion.simulation import Run

TUTORIAL = Path(__file__).with_name("tutorial-identification.md")
EXAMPLES = Path(__file__).parents[1] / "examples"
SCENARIOS, LOGS = EXAMPLES / "scenarios", EXAMPLES / "identification"
DESIGN = EXAMPLES / "studies" / "scara_design"
FITTED, HELD_OUT = ("00", "01", "03", "04", "11"), ("02", "05")


def plots() -> dict[str, Plot]:
    """Every plot by the name of its file: of PUMA's cycle, motors for it, and its workspace."""
    run = Run("puma560", str(SCENARIOS / "puma_cycle.toml"))
    moved = motion_plots(run.go(), run)
    motors = motor_plots(select(run, read_motors(SCENARIOS / "motors.csv"), "", 1.0))
    return {
        "puma560-forces": moved["tau"],
        "puma560-energy": moved["energy"],
        "puma560-motors": motors["motors-q2"],
        "puma560-workspace": torsor.draw("puma560", workspace=True),
    }


def designed() -> dict[str, Plot | Drawing]:
    """The pictures of the tutorial on a SCARA's design."""
    with TemporaryDirectory() as folder:
        found = torsor.study(DESIGN / "study.toml", folder)
        plots = list_plots(found)
        made = {
            "design-front": plots["front"](), "design-best": plots["best"](),
            "design-effects": plots["effects-cycle_time"](),
            "design-reactions": plots["reactions"](),
        }  # fmt: skip
        assert found.front is not None
        energy, times = found.front["energy"], found.front["cycle_time"]
        fast = [k for k, t in enumerate(times) if float(t) <= 0.9]
        best = min(fast, key=lambda k: float(energy[k]))
        values = found.design(int(found.front["design"][best]))
    cycle = tomllib.loads((DESIGN / "cycle.toml").read_text("utf-8"))
    for segment in cycle["motion"]:
        segment["duration"] *= float(times[best])
    run = Run(str(DESIGN / "scara.toml"), {**cycle, "sample": 0.01}, values)
    motor = [m for m in read_motors(DESIGN / "motors.csv") if m.name == "400 W"]
    motors = select(run, motor, {1: 50, 2: 50, 3: 314.159, 4: 20}, 1.2)
    return made | {"design-motors": motor_plots(motors)["motors-q1"]}


def identified() -> dict[str, Plot]:
    """The plots of the tutorial's two identifications."""
    made = {}
    for name, found, shown in (
        ("pendulum", pendulum(), ("forces-1", "friction", "spectrum")),
        ("kr300", kr300(), ("errors", "forces-1", "friction", "parameters")),
    ):
        plots = identification_plots(found)
        made |= {f"{name}-{what.removesuffix('-1')}": plots[what] for what in shown}
    return made


def pendulum() -> Identification:
    """The double pendulum of the tutorial, from five logs."""
    found = re.search(r'```toml title="pendulum.toml"\n(.*?)```', TUTORIAL.read_text("utf-8"), re.S)
    assert found, "the tutorial describes pendulum.toml no more"
    here = str(LOGS / "double_pendulum" / "A.0_{}.csv.gz")
    fitted, held_out = ([here.format(k) for k in row] for row in (FITTED, HELD_OUT))
    return torsor.identify(tomllib.loads(found[1]), fitted, held_out, values={"g": 9.81})


def kr300() -> Identification:
    """The KR300 from two runs and the masses of CAD."""
    here = LOGS / "kr300"
    runs = [str(here / f"run{k}.csv.gz") for k in "AB"]
    return torsor.identify(str(here / "kr300_cad.toml"), runs, str(here / "runC.csv.gz"))


def main() -> None:
    """Write the pictures."""
    for name, plot in {**plots(), **identified(), **designed()}.items():
        plot.save(PICTURES / f"{name}.svg")
        print(f"wrote {name}.svg")


if __name__ == "__main__":
    main()
