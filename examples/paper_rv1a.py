"""RV-1A, from its description to a report: bodies without a chain, and the real arm.

The document gives six mass centres and a column of the angular Jacobian for each link; the model
of exactly these bodies can be derived, and compared with that of the arm's chain.

Run as ``python examples/paper_rv1a.py [FOLDER]``; the report goes to FOLDER.
"""

import sys
import tempfile
from pathlib import Path

import torsor
from torsor.reporting import compose, save

printed = torsor.load("rv1a-paper")
model = torsor.derive(printed)  # by Lagrange: there are no joints to pass forces through
print(f"{printed.name}: {model.terms} terms by {model.method}")
print("g6 =", model.g[5])

arm = torsor.load("rv1a")
chain = torsor.derive(arm)
print(f"{arm.name}: {chain.terms} terms by {chain.method}")

# What the document prints, judged term by term.
found = torsor.check("rv1a")
print(f"{sum(e.right for e in found.equations)} of {len(found.equations)} equations are right")
for equation, difference in found.differences()[:5]:
    print(equation.label, equation.target, difference.kind)

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
print("wrote", *save(compose(printed), str(folder / "rv1a.pdf")))
