"""From CAD to the lengths and the motors of a SCARA: a study, a choice, a motor, and once more.

The parts were measured in CAD at lengths of 0.3 and 0.2 m. A study finds which lengths reach half
a metre with little energy in how short a cycle; the motor of the elbow is chosen from a
catalogue, its mass goes to the end of the upper arm, and the study is done again until the choice
stands. Written beside one another in a folder: the study, its page, and the motors' load points.
"""

import sys
import tempfile
import tomllib
from math import isclose
from pathlib import Path

import torsor
from torsor.drawing.plots.result_plots import motor_plots

HERE = Path(__file__).parent / "studies" / "scara_design"
FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
LONGEST = 0.9  # seconds of a cycle that the line can wait
GEARS = {1: 50, 2: 50, 3: 314.159, 4: 20}  # the third is a screw, 20 mm a turn

# What CAD says of the parts, as they were drawn: the study's relations must say the same.
study = tomllib.loads((HERE / "study.toml").read_text())
for link, part in ((1, "upper_arm"), (2, "forearm")):
    values = torsor.cad(HERE / f"{part}.txt", link=link, robot="scara")
    length, density, width = {1: (0.3, 10.8, 0.08), 2: (0.2, 6.48, 0.06)}[link]
    mass = density * (length + 0.1)
    assert isclose(float(values[f"m{link}"]), mass, rel_tol=1e-6)
    turned = mass * ((length + 0.1) ** 2 + width**2) / 12
    assert isclose(float(values[f"Izz{link}"]), turned, rel_tol=1e-6)
    print(f"{part}: {mass:.3f} kg at {length} m, as in CAD")

study["robot"], study["scenario"] = str(HERE / "scara.toml"), str(HERE / "cycle.toml")
cycle = tomllib.loads((HERE / "cycle.toml").read_text())
nominal = sum(segment["duration"] for segment in cycle["motion"])


def choose_motors(design):
    """The motors of the catalogue for a design, its cycle as long as it says."""
    pace = design["duration"] / nominal
    motion = [{**segment, "duration": segment["duration"] * pace} for segment in cycle["motion"]]
    return torsor.actuators(
        str(HERE / "scara.toml"), {**cycle, "motion": motion}, str(HERE / "motors.csv"),
        ratio=GEARS, margin=1.2, values=design["values"],
    )  # fmt: skip


mass, chosen = 0.0, ""
for turn in range(1, 6):
    study["factor"][-1]["values"] = [mass]
    found = torsor.study(study, FOLDER / f"round-{turn}")
    rows = [k for k, t in enumerate(found.front["cycle_time"]) if t <= LONGEST]
    best = min(rows, key=lambda k: found.front["energy"][k])
    design = {name: float(found.front[name][best]) for name in ("a1", "a2", "duration", "energy")}
    design["values"] = found.design(int(found.front["design"][best]))
    motors = choose_motors(design)
    names = [choice.ranking[0].motor.name for choice in motors.choices]
    print(
        f"round {turn}: elbow motor {mass:.1f} kg, a1 = {design['a1']:.3f} m, a2 = "
        f"{design['a2']:.3f} m, {design['duration']:.3f} s, {design['energy']:.1f} J; "
        f"motors {', '.join(names)}"
    )
    if names[1] == chosen:
        break
    chosen, mass = names[1], motors.choices[1].ranking[0].motor.mass

found.write_page(FOLDER / "scara.html")
for name, plot in motor_plots(motors).items():
    plot.save(FOLDER / f"{name}.svg")
