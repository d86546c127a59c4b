"""A KUKA KR300 with 150 kg at its flange, from three logs to a robot whose links can exist.

Run as ``python examples/identify_kr300.py [FOLDER]``; robot and predicted torques go to FOLDER.
"""

import sys
import tempfile
from pathlib import Path

import torsor

here = Path(__file__).parent / "identification" / "kr300"
folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())


def tell(what, found):
    """Fitted and held out, in per cent of the torques."""
    for model, errors in found.validation.items():
        fit, held = found.train[model].relative_error, errors.relative_error
        print(f"  {what}, {model}: {100 * fit:.3g} % fitted, {100 * held:.3g} % held out")


# One run is too little for plain least squares: it fits best and predicts another run worst.
tell("one run", torsor.identify(here / "kr300.toml", here / "runA.csv.gz", here / "runC.csv.gz"))

# Two runs, and CAD's links as what is believed where the torques say nothing.
runs = [here / "runA.csv.gz", here / "runB.csv.gz"]
found = torsor.identify(here / "kr300_cad.toml", runs, here / "runC.csv.gz")
tell("two runs and CAD", found)
print(f"  {found.possible.certificate.sentence}")

# How friction is, joint by joint, and what the motion hardly tells.
for joint, law in enumerate(found.friction, 1):
    print(f"  q{joint}:", ", ".join(f"{t.term.kind} {t.value:.4g}" for t in law))
weak = [e.name for e in found.base if e.std > abs(e.value)]
print(f"  not told apart from zero: {', '.join(weak)}")

# A robot like any other: its weight, its torques along a motion with the load, its C code.
found.save(folder / "kr300.toml")
found.write_predictions(folder / "forces.csv")
arm = torsor.compile(folder / "kr300.toml")
gravity = arm.gravity([0, 0, 0, 0, 0, 0])
print(f"  axis 3 bears {gravity[2]:.0f} N m at rest; wrote kr300.toml, forces.csv")
