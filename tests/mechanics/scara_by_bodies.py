"""The SCARA document's robot, given by its bodies alone."""

from typing import Any

ELBOW = ("a1*cos(q1)", "a1*sin(q1)")
WRIST = (f"{ELBOW[0]} + a2*cos(q1 + q2)", f"{ELBOW[1]} + a2*sin(q1 + q2)")
SCARA_BODIES: dict[str, Any] = {
    "name": "SCARA by bodies",
    "coordinates": "RRTR",
    "body": [
        {
            "mass": "m1",
            "position": ["ac1*cos(q1)", "ac1*sin(q1)", "d1"],
            "omega": [0, 0, "dq1"],
            "inertia": {"zz": "Izz1"},
        },
        {
            "mass": "m2",
            "position": [f"{ELBOW[0]} + ac2*cos(q1 + q2)", f"{ELBOW[1]} + ac2*sin(q1 + q2)", "d1"],
            "omega": [0, 0, "dq1 + dq2"],
            "inertia": {"zz": "Izz2"},
        },
        {
            "mass": "m3",
            "position": [*WRIST, "d1 - q3"],
            "rotation_jacobian": [[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, -1]],
            "inertia": {"zz": "Izz3"},
        },
    ],
}
