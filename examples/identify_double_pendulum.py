"""A real double pendulum from its logs to a robot that can be simulated.

Run as ``python examples/identify_double_pendulum.py [FOLDER]``; the robot goes to FOLDER.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import torsor

logs = Path(__file__).parent / "identification" / "double_pendulum"
folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
fitted = [logs / f"A.0_{number}.csv.gz" for number in ("00", "01", "03", "04", "11")]
held_out = [logs / f"A.0_{number}.csv.gz" for number in ("02", "05")]

# The geometry alone: the data say everything else, and rough bodies share what they do not say.
found = torsor.identify(logs / "double_pendulum_A.toml", fitted, held_out)
print(found)
for e in found.estimates:
    print(f"  {e.name:5}{e.value:10.4f} ± {e.std:.4f}   {e.expression}")
print(f"  {found.possible.certificate.sentence}")

# The same with the model that was published for this pendulum, as a prior and to compare with.
again = torsor.identify(logs / "published_A.toml", fitted, held_out)
for model, errors in again.validation.items():
    print(f"  {model}: {100 * errors.relative_error:.3g} % of the torques held out")

# The result is a robot like any other. Let it go with its arms out, and see where it stops.
path = folder / "double_pendulum.toml"
found.save(path)
arm = torsor.compile(path)
q = np.random.default_rng(1).uniform(-np.pi, np.pi, (10_000, 2))
print("M is positive definite:", bool(np.linalg.eigvalsh(arm.mass_matrix(q)).min() > 0))
free = {"duration": 20, "start": {"q": ["100deg", "0deg"]}, "drive": "free"}
swing = torsor.simulate(path, free)
moving = swing.t[np.abs(swing.dq).max(axis=1) > 1e-9]
print(f"let go at 100 degrees it swings for {moving[-1]:.2f} s; wrote {path.name}")
