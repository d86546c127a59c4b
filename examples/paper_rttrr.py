"""RTTRR (Deteşan, 2016), from its description to a report: a modular robot under a general load.

Run as ``python examples/paper_rttrr.py [FOLDER]``; the report goes to FOLDER.
"""

import sys
import tempfile
from pathlib import Path

import torsor
from torsor.reporting import compose, save

# The description: a line says all of the geometry; masses and inertias stay symbolic.
line = "Rz(q1) tz(q2) tx(l2) ty(l3) ty(q3) ty(l4) Rz(q4) Ry(q5) ty(l6)"
robot = torsor.load("rttrr")
model = torsor.derive(robot)
assert torsor.derive(line).tau == model.tau
print(f"{robot.name}: {model.terms} terms in {1000 * model.seconds:.1f} ms")
print("Q2 =", model.tau[1])

# Why the first force has a Coriolis term of the fifth link.
for origin in torsor.why(model, "tau1", "dq1*dq4*m5*ry5*l3").origins:
    print(origin.effect, "of link", origin.link, "brings", origin.arrived)

# What the paper prints, judged term by term.
found = torsor.check("rttrr")
print(f"{sum(e.right for e in found.equations)} of {len(found.equations)} equations are right")

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
print("wrote", *save(compose(robot), str(folder / "rttrr.pdf")))
