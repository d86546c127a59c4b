"""A URDF arm from its file to C code: read, look, prove, run, write, build and test.

Run as ``python examples/urdf_to_c.py [FOLDER]``; the C files go to FOLDER/arm.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import torsor

robot = torsor.load(Path(__file__).with_name("arm.urdf"))
print(f"{robot.name}: {robot.structure}, {robot.dof} coordinates")
print(*robot.notes, sep="\n")

certificate = torsor.verify(robot)
print("everything holds" if certificate.holds else "something fails")

# In this process, as machine code.
arm = torsor.compile(robot)
q, dq, ddq = np.array([[0.1, 0.5, -0.8], [0.4, -0.2, 1.0], [1.0, 2.0, -1.0]])
tau = arm.inverse_dynamics(q, dq, ddq)
print("tau =", tau)
assert np.allclose(arm.forward_dynamics(q, dq, tau), ddq)

# For a controller, as C.
folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()) / "arm"
for path in torsor.code(robot, "c", {"g": "9.81"}).save(folder):
    print("wrote", path.name, path.stat().st_size, "bytes")
if shutil.which("make") and shutil.which("cc"):
    built = subprocess.run(["make", "-s"], cwd=folder, capture_output=True, text=True, check=True)
    print(built.stdout.strip())
