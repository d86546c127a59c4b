"""Random robots as the tables that users write, for hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

LETTERS = ("x", "y", "z", "-x", "-y", "-z")

values = st.one_of(
    st.integers(-5, 9),
    st.sampled_from([0.35, -1.25, 1e-7, 2.5e10, 0.1]),
    st.sampled_from(
        [
            "l1",
            "-l2 + d1/2",
            "2*(a + b)/3",
            "-(l1 + l2)^2/7",
            "1/(l1 + 2)",
            "a/b*c",
            "l1^2/d3^3",
            "sqrt(2)*l1 - sqrt(6)",
            "l4*sin(beta)",
            "cos(2*beta + 30deg)*a^2",
            "0.125",
            "-7/3",
            "1/(1/l1)",
            "a - (b - (c - 1e-3))",
        ]
    ),
)
threes = st.lists(values, min_size=3, max_size=3)
angles = st.sampled_from(
    ["90deg", "-pi/2", "0.3rad", "alpha", "-2*alpha + 15deg", "beta - gamma", "22.5deg", "7*pi/5"]
)
axes = st.one_of(
    st.sampled_from(LETTERS),
    st.sampled_from(
        [
            [1, 1, 0],
            [-3, 3, 0],
            [1, 1, 1],
            [1, 2, 2],
            [7, 0, 1],
            [1, -1, 2],
            [0, 0, -2],
            [0.3, -0.4, 1.2345],
            ["1/3", "2/3", "-2/3"],
            ["1e-9", 1, 0],
            [1000001, 999999, 0],
            [3, 4.0, "5*sqrt(4)"],
        ]
    ),
)
turns = st.one_of(
    st.tuples(st.sampled_from("xyz"), angles).map(lambda t: f"R{t[0]}({t[1]})"),
    st.just("Rz(-90deg) Rx(alpha) Ry(0.2rad)"),
    st.fixed_dictionaries({"axis": axes, "angle": angles}),
    st.lists(st.integers(-5, 5), min_size=4, max_size=4)
    .filter(any)
    .map(lambda q: {"quaternion": [q[0], q[1], f"{q[2]}/3", q[3] / 8]}),
    st.lists(angles, min_size=3, max_size=3).map(lambda rpy: {"rpy": rpy}),
)
rotations = turns | st.lists(turns, min_size=1, max_size=3)
frames = st.fixed_dictionaries({}, optional={"offset": threes | st.just(0), "rotation": rotations})

inertias = st.one_of(
    st.just(0),
    threes,
    st.lists(values, min_size=6, max_size=6),
    st.dictionaries(st.sampled_from(["xx", "yy", "zz", "xy", "xz", "yz"]), values, max_size=4),
)
bodies = st.fixed_dictionaries(
    {}, optional={"mass": values, "com": threes | st.just(0), "inertia": inertias}
)
drives = st.fixed_dictionaries(
    {},
    optional={
        "viscous": values,
        "coulomb": values,
        "rotor": values,
        "ratio": st.sampled_from([2, "N", "1/100"]),
        "spring": values,
        "rest": st.sampled_from([0, "1/3", "rest", 0.25]),
    },
)
bounds = st.fixed_dictionaries(
    {},
    optional={
        "velocity": st.sampled_from([0, "1/3", 2.5]),
        "effort": st.sampled_from([0, 87, "9/7"]),
    },
)
ranges = st.sampled_from(
    [{}, {"lower": -1, "upper": 0.5}, {"lower": "1/3", "upper": "1/3"}, {"lower": -3, "upper": -2}]
)
turning_ranges = ranges | st.just({"lower": "-170deg", "upper": "pi - 0.1rad"})
payloads = st.one_of(
    st.sampled_from(["wrench", "none", "body", "weight", {"kind": "wrench", "axes": "base"}]),
    st.lists(values, min_size=6, max_size=6).map(lambda w: {"kind": "wrench", "wrench": w}),
    bodies.map(lambda body: {"kind": "body", **body}),
    values.map(lambda mass: {"kind": "weight", "mass": mass}),
)
printable = st.text(max_size=40).filter(str.isprintable)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """A chain or a tree of one to five joints with everything about it random."""
    count = draw(st.integers(1, 5))
    kinds = draw(
        st.lists(st.sampled_from("RRTTPF"), min_size=count, max_size=count).filter(
            lambda kinds: set(kinds) != {"F"}
        )
    )
    tree = draw(st.booleans())
    joints = []
    for i, kind in enumerate(kinds):
        joint = {"kind": kind, **draw(frames)}
        if kind != "F" or draw(st.booleans()):
            joint["axis"] = draw(axes)
        if tree:
            joint["parent"] = draw(st.integers(0, i))
        if draw(st.booleans()):
            joint["name"] = draw(st.sampled_from(["elbow", "roll-2", "joint 1", "η.5"])) + str(i)
        if draw(st.booleans()):
            joint["link"] = draw(bodies) | draw(drives)
            joint["link"] |= draw(st.sampled_from([{}, {"name": f"link of {i}"}]))
        if kind != "F" and draw(st.booleans()):
            joint["limits"] = draw(bounds) | draw(turning_ranges if kind == "R" else ranges)
        joints.append(joint)
    optional = {
        "name": st.sampled_from(["Robot", "3R+", "Élan 2-b", "a_b.c"]),
        "source": printable,
        "description": printable,
        "gravity": threes | st.just(0) | st.just([0, 0, "-g"]),
        "base": st.sampled_from(["table", "base_link"]),
        "tool": frames,
        "payload": payloads,
        "hypotheses": st.lists(
            st.sampled_from(
                ["com_at_origin", "principal_axes", "point_masses"]
                + ["masses_at_link_ends"] * (not tree)
            ),
            max_size=2,
        ),
    }
    return {"joint": joints, **draw(st.fixed_dictionaries({}, optional=optional))}
