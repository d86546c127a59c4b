"""Arguments that are right, by door; whatever is not here has a default."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import sympy

import torsor
import torsor.drawing
import torsor.reporting
from torsor.algebra.formula import formula
from torsor.equations import Style, document
from torsor.notation import load_notation

VALUES = {
    "m1": 1, "m2": 2, "l1": 0.5, "l2": 0.4, "rx1": 0.2, "ry1": 0, "rx2": 0.1, "ry2": 0,
    "Izz1": 0.1, "Izz2": "1/30", "g": 9.81,
}  # fmt: skip
STATE = {"q1": 0.1, "q2": "60deg", "dq1": 1, "dq2": -1, "ddq1": 0.5, "ddq2": 2}
SCENARIO = {
    "duration": 0.02, "sample": 0.01, "start": {"q": [0.1, 0.2]}, "drive": {"kind": "free"},
    "values": VALUES,
}  # fmt: skip
CYCLE = {
    "motion": {"kind": "quintic", "from": [0, 0], "to": [1, 1], "duration": 0.05},
    "sample": 0.01, "values": VALUES,
}  # fmt: skip
PARTS = str(Path(__file__).with_name("parts.csv"))
TIMES = [0.0, 0.5, 1.0]
ROW = [1.0, 2.0, 3.0]


@cache
def model() -> torsor.Model:
    return torsor.derive("planar2r")


@cache
def arguments() -> dict[str, dict[str, Any]]:
    """Good arguments for each door that needs some: ``function`` or ``Class.method``."""
    hand = load_notation("standard")
    ring = model().ring
    origin = (formula(0),) * 3
    link = torsor.Link(formula("m1"), origin, (formula(0),) * 6)
    joint = torsor.Joint("R", (formula(0), formula(0), formula(1)))
    return {
        # making
        "Frame": {},
        "Joint": {"kind": "R", "axis": (formula(0), formula(0), formula(1))},
        "Link": {"mass": formula("m1"), "com": origin, "inertia": (formula(0),) * 6},
        "Payload": {},
        "Robot": {"name": "one", "joints": (joint,), "links": (link,)},
        "Ring": {},
        "Term": {"coefficient": 1, "powers": (("m1", 1),)},
        "Style": {"notation": hand},
        "Wanted": {},
        "LoadPoints": {"speed": ROW, "torque": ROW},
        # verbs
        "load": {"robot": "planar2r"},
        "derive": {"robot": "planar2r"},
        "why": {"model": model(), "target": "tau1", "term": "m2"},
        "verify": {"robot": "planar2r"},
        "check": {"paper": "scara"},
        "diff": {"a": "planar2r", "b": "planar2r"},
        "simulate": {"robot": "planar2r", "scenario": SCENARIO},
        "evaluate": {"robot": "planar2r", "values": {**VALUES, **STATE}, "what": "M"},
        "ops": {"robot": "planar2r"},
        "values": {"robot": "planar2r"},
        "code": {"robot": "planar2r", "target": "python", "functions": "gravity"},
        "export": {"robot": "planar2r"},
        "new": {"structure": "RT"},
        "cad": {"file": PARTS, "link": 1},
        "actuators": {"robot": "planar2r", "scenario": CYCLE},
        "draw": {"robot": "planar2r"},
        "report": {"robot": "planar2r", "sections": "robot"},
        "identify": {
            "robot": "planar2r",
            "logs": motion_log(),
            "values": {"l1": 0.5, "l2": 0.4, "g": 9.81},
            "cutoff": 8.0,
        },
        "excite": {
            "robot": "planar2r",
            "values": VALUES,
            "seconds": 2.0,
            "harmonics": 2,
            "positions": 1.0,
            "velocity": 2.0,
            "acceleration": 10.0,
            "rate": 50.0,
            "starts": 1,
            "time_limit": 0.2,
        },
        "from_sympy": {"expression": sympy.Symbol("m1"), "ring": model()},
        "assume": {"robot": torsor.load("planar2r")},
        "atlas": {"joints": 1},
        "classify": {"robot": "planar2r"},
        "atlas_page": {"atlas": torsor.atlas(1, quick=True)},
        "Atlas.where": {"conditions": "diagonal"},
        "Atlas.sorted_by": {"column": "terms"},
        "study": {
            "study": {
                "robot": "planar2r",
                "factor": [{"name": name, "values": [1, 2]} for name in ("l1", "l2")],
                "metrics": ["reach"],
            },
            "folder": "study",
        },
        # pictures
        "scheme": {"robot": "planar2r"},
        "thumbnail": {"robot": "planar2r"},
        "workspace": {"robot": "planar2r", "values": VALUES, "samples": 200},
        "animate": {
            "robot": "planar2r",
            "values": VALUES,
            "t": TIMES,
            "q": np.zeros((3, 2)),
        },
        "time_plot": {"t": TIMES, "series": {"q1": ROW}},
        "time_panels": {"t": TIMES, "rows": [("angle", "rad", {"q1": ROW})]},
        "torque_speed": {"speed": ROW, "torque": ROW},
        "torque_speeds": {"loads": [torsor.drawing.LoadPoints(ROW, ROW)]},
        "energy_balance": {"t": TIMES, "kinetic": ROW, "potential": ROW},
        # writing
        "compose": {"robot": "planar2r", "wanted": torsor.reporting.Wanted(sections=("robot",))},
        "save": {"report": report(), "path": "report.md"},
        "document": {"model": model(), "style": Style(hand)},
        "write": {"document": document(model(), Style(hand)), "notation": hand},
        "latex": {"expression": model().tau[0]},
        "mathml": {"expression": model().tau[0]},
        "text": {"expression": model().tau[0]},
        "model_latex": {"model": model()},
        "model_mathml": {"model": model()},
        "load_notation": {"name": "standard"},
        # methods
        "CadValues.save": {"path": "values.toml"},
        "CadValues.text": {},
        "Report.save": {"path": "report.md"},
        "StudyResult.design": {"number": 0},
        "StudyResult.write_page": {"path": "study.html"},
        "RobotText.save": {"path": "robot.toml"},
        "SourceFiles.save": {"folder": "code", "force": True},
        "Animation.save": {"path": "motion.gif"},
        "Animation.content": {"suffix": ".gif"},
        "Viewer.save": {"path": "robot.html"},
        "Drawing.content": {"suffix": ".svg"},
        "Drawing.save": {"path": "scheme.svg"},
        "Plot.content": {"suffix": ".svg"},
        "Plot.save": {"path": "plot.svg"},
        "Result.write": {"path": "result.csv"},
        "Excitation.write": {"path": "motion.csv"},
        "Identification.save": {"path": "robot.toml"},
        "Identification.write_predictions": {"path": "forces.csv"},
        "Expression.coefficient": {"name": "ddq1"},
        "Expression.degree": {"name": "m1"},
        "Expression.diff": {"name": "q1"},
        "Expression.evaluate": {"values": VALUES | STATE | dict.fromkeys(LOAD, 0)},
        "Expression.select": {"keep": lambda term: term.power("m1") == 1},
        "Expression.subs": {"values": {"l1": 2}},
        "Expression.to": {"ring": ring.extended(["k"])},
        "Notation.glyph": {"name": "m1"},
        "Notation.plain_glyph": {"name": "m1"},
        "Notation.sign": {"name": "Ixy1"},
        "Notation.step": {"quantity": "a_C"},
        "TensorForm.forces": {"rates": model().g, "accelerations": model().g},
        **{
            f"{kind}.{name}": good
            for kind in ("Vector", "Matrix")
            for name, good in {
                "diff": {"name": "q1"},
                "evaluate": {"values": VALUES | STATE | dict.fromkeys(LOAD, 0)},
                "map": {"change": lambda entry: entry},
                "subs": {"values": {"l1": 2}},
            }.items()
        },
        "Vector.jacobian": {"names": ["q1", "q2"]},
        "Vector.cross": {"other": model().links[1].n},
        "Vector.dot": {"other": model().links[1].n},
        "Drive.merge": {"more": link.drive},
        "Target.value": {"model": model()},
        "Term.power": {"name": "m1"},
        "Ring.cos": {"angle": "q1"},
        "Ring.sin": {"angle": "q1"},
        "Ring.symbol": {"name": "m1"},
        "Ring.generator": {"name": "m1"},
        "Ring.number": {"value": 1},
        "Ring.parse": {"text": "m1*cos(q1)"},
        "Ring.from_term_list": {"terms": model().tau[1].terms},
        "Ring.reduce": {"poly": model().tau[1].poly},
        "Ring.extended": {},
        "Model.at": {"values": {"l1": 0.5}},
        "Model.forces_by": {"method": "lagrange"},
        "Model.parse": {"text": "m1*cos(q1)"},
        "Model.linearised": {"values": {"q1": 0}},
        "Model.state_space": {"values": VALUES | STATE | dict.fromkeys(LOAD, 0)},
        "Robot.shares": {"link": 1},
        "Robot.direction": {"link": 1},
        "Robot.with_payload": {"kind": "body"},
        "Robot.with_drives": {"what": "friction"},
    }


@cache
def motion_log() -> dict[str, Any]:
    """Two seconds of a moving arm, as a log has them."""
    t = np.arange(0.0, 2.0, 0.01)
    phase = 2.0 * np.pi * t[:, None] * np.array([0.7, 1.1])
    rate = 2.0 * np.pi * np.array([0.7, 1.1])
    q, dq, ddq = np.sin(phase), rate * np.cos(phase), -(rate**2) * np.sin(phase)
    arm = torsor.compile("planar2r", VALUES)
    return {"t": t, "q": q, "dq": dq, "tau": arm.inverse_dynamics(q, dq, ddq) + 0.1 * dq}


LOAD = ("fx", "fy", "fz", "nx", "ny", "nz")


@cache
def report() -> Any:
    return torsor.reporting.compose("planar2r", torsor.reporting.Wanted(sections=("robot",)))
