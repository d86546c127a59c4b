"""TRTRR (Gui, Ispas, Arghir, Ispas, 2013), from its description to a report: hypotheses as data.

Run as ``python examples/paper_trtrr.py [FOLDER]``; the report goes to FOLDER.
"""

import sys
import tempfile
from pathlib import Path

import torsor
from torsor.reporting import compose, save

# The paper puts mass centres into the frames' origins and takes principal axes of inertia.
robot = torsor.load("trtrr")
print(f"{robot.name} ({robot.structure}), hypotheses: {', '.join(robot.hypotheses)}")
model = torsor.derive(robot)
general = torsor.derive(robot.declared)
print("terms of the driving forces:", model.terms, "and without the hypotheses:", general.terms)

# The steps of the two passes, as the paper prints them.
print("a_C3 =", *model.links[3].a_C, sep="\n  ")
print("f_5 =", *model.links[5].f, sep="\n  ")

# Three methods, one result.
certificate = torsor.verify(robot)
print(f"{sum(c.holds for c in certificate.checks)} of {len(certificate.checks)} checks hold")

# What the paper prints, judged term by term.
found = torsor.check("trtrr")
for equation, difference in found.differences()[-3:]:
    print(equation.label, difference.kind)

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
print("wrote", *save(compose(robot), str(folder / "trtrr.pdf")))
