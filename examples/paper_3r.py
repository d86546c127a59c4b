"""3R (Someşan, Negrean, Rus, 2022), from its description to a report: full inertia tensors.

Run as ``python examples/paper_3r.py [FOLDER]``; the report goes to FOLDER.
"""

import sys
import tempfile
from pathlib import Path

import torsor
from torsor.equations import Style, document, write
from torsor.notation import load_notation
from torsor.reporting import compose, save

robot = torsor.load("3r")
model = torsor.derive(robot)
print(f"{robot.name}: {model.terms} terms in {1000 * model.seconds:.1f} ms")

# With named intermediates the third force is short enough to read.
hand = load_notation(robot.notation)
short = write(document(model, Style(hand, intermediates=True)), hand, "text")
print(short[:900], "…", sep="")

# The regressor has ten columns a link; what an identification can find are the base parameters.
print(len(model.columns), "parameters,", len(model.base_parameters), "base parameters")

# What the paper prints, judged term by term.
found = torsor.check("3r")
for equation in found.equations:
    print(equation.label, "right" if equation.right else "differs")

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
print("wrote", *save(compose(robot), str(folder / "3r.pdf")))
