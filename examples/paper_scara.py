"""SCARA (Hernández, Mena, Gutiérrez, Ríos), from its description to a report: Lagrange.

Run as ``python examples/paper_scara.py [FOLDER]``; the report goes to FOLDER.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

import torsor
from torsor.reporting import Wanted, compose, save

robot = torsor.load("scara").with_payload("none")
model = torsor.derive(robot, "lagrange")
print("K =", model.K)
print("U =", model.U)
print("M11 =", model.M[0][0])
print("g =", [str(e) for e in model.g])

# Newton-Euler gives the same, and C is Christoffel's by either.
other = torsor.derive(robot, "newton-euler")
assert other.tau == model.tau
assert other.C == model.C

# What the document prints, judged term by term.
found = torsor.check("scara")
print(Counter(difference.kind for _, difference in found.differences()))

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
print("wrote", *save(compose(robot, Wanted(method="lagrange")), str(folder / "scara.pdf")))
