"""Every library robot has the joints, offsets, tool and symbols that the design states.

The table is the design's section 5, written out here by hand; the library's files are not its
source.
"""

from __future__ import annotations

import pytest

import torsor
from torsor import Frame, library_names, load
from torsor.formats.dh import read_dh
from torsor.robot.symbols import parameters

WRENCH = {"fx", "fy", "fz", "nx", "ny", "nz"}


def inertial(count: int) -> set[str]:
    """The general symbols of so many links."""
    kinds = ("m", "rx", "ry", "rz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
    return {f"{kind}{i}" for kind in kinds for i in range(1, count + 1)}


# joints (kind, axis, offset), tool offset, tool turn, lengths
PLACED = {
    "rttrr": (
        [("R", "z", "0 0 0"), ("T", "z", "0 0 0"), ("T", "y", "l2 l3 0"),
         ("R", "z", "0 l4 0"), ("R", "y", "0 0 0")],
        "0 l6 0", None, "l2 l3 l4 l6",
    ),
    "trtrr": (
        [("T", "z", "0 0 0"), ("R", "z", "0 0 0"), ("T", "y", "0 l4 0"),
         ("R", "y", "0 l5 0"), ("R", "x", "0 l6 0")],
        "0 l7 0", None, "l4 l5 l6 l7",
    ),
    "3r": (
        [("R", "y", "0 0 0"), ("R", "x", "l1 0 0"), ("R", "z", "0 l2 0")],
        "0 0 l3", ("z", "-90deg"), "l1 l2 l3",
    ),
    "scara": (
        [("R", "z", "0 0 d1"), ("R", "z", "a1 0 0"), ("T", "-z", "a2 0 0"), ("R", "-z", "0 0 0")],
        "0 0 0", None, "d1 a1 a2",
    ),
    "rv1a": (
        [("R", "z", "0 0 0"), ("R", "y", "a1 0 d1"), ("R", "y", "0 0 a2"),
         ("R", "x", "d4 0 a3"), ("R", "y", "0 0 0"), ("R", "x", "0 0 0")],
        "d6 0 0", None, "a1 d1 a2 d4 a3 d6",
    ),
    "planar2r": ([("R", "z", "0 0 0"), ("R", "z", "l1 0 0")], "l2 0 0", None, "l1 l2"),
    "cartesian": (
        [("T", "x", "0 0 0"), ("T", "y", "0 0 0"), ("T", "z", "0 0 0")], "0 0 0", None, "",
    ),
}  # fmt: skip

# α in degrees; a; d; the joints; the tool
MODIFIED_DH = {
    "puma560": ("0 -90 0 -90 90 -90", "0 0 a2 a3 0 0", "0 0 d3 d4 0 0", "RRRRRR", "0 0 0"),
    "iiwa": ("0 -90 90 90 -90 -90 90", "0 0 0 0 0 0 0", "0 0 d3 0 d5 0 0", "RRRRRRR", "0 0 0"),
    "panda": (
        "0 -90 90 90 -90 90 90", "0 0 0 a4 -a4 0 a7", "0 0 d3 0 d5 0 0", "RRRRRRR", "0 0 df",
    ),
    "stanford": ("0 -90 90 0 -90 90", "0 0 0 0 0 0", "0 d2 q3 0 0 0", "RRTRRR", "0 0 0"),
    "ur5": ("0 90 0 0 90 -90", "0 0 a2 a3 0 0", "d1 0 0 d4 d5 d6", "RRRRRR", "0 0 0"),
}  # fmt: skip

UNIT = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "-z": (0, 0, -1)}


def spelled(offset: tuple) -> str:
    return " ".join(map(str, offset))


def lengths(*texts: str) -> set[str]:
    """The symbols in these lists, signs and numbers apart."""
    return {w.lstrip("-") for t in texts for w in t.split()} - {"0", "q3"}


def test_every_robot_of_the_design_is_in_the_library() -> None:
    assert {*PLACED, *MODIFIED_DH} <= set(library_names())


@pytest.mark.parametrize("name", PLACED)
def test_the_joints_are_placed_as_the_design_says(name: str) -> None:
    joints, tool, turn, _ = PLACED[name]
    robot = load(name)
    assert len(robot.joints) == len(joints)
    for i, (joint, (kind, axis, offset)) in enumerate(zip(robot.joints, joints, strict=True)):
        assert joint.kind == kind
        assert tuple(e.constant for e in joint.axis) == UNIT[axis]
        assert spelled(joint.placement.offset) == offset
        assert joint.placement.rotation == ()
        assert joint.parent == i
    assert spelled(robot.tool.offset) == tool
    turns = [(tuple(e.constant for e in t.axis), str(t.angle)) for t in robot.tool.rotation]
    assert turns == ([(UNIT[turn[0]], turn[1])] if turn else [])


@pytest.mark.parametrize("name", MODIFIED_DH)
def test_the_rows_are_those_of_the_design(name: str) -> None:
    alphas, a, d, kinds, tool = (text.split() for text in MODIFIED_DH[name])
    rows = []
    for i, row in enumerate(zip(alphas, a, d, kinds[0], strict=True), 1):
        theta = f"q{i}" if row[3] == "R" else 0
        rows.append({"alpha": f"{row[0]}deg", "a": row[1], "d": row[2], "theta": theta})
    expected = read_dh(rows, "modified")
    robot = load(name)
    assert robot.joints == expected.joints
    assert robot.structure == kinds[0]
    assert spelled(robot.tool.offset) == " ".join(tool)
    assert robot.tool.rotation == Frame().rotation


@pytest.mark.parametrize("name", [*PLACED, *MODIFIED_DH])
def test_the_symbols_are_part_of_the_contract(name: str) -> None:
    robot = load(name)
    if name == "scara":
        expected = lengths("a1 a2 ac1 ac2 d1 m1 m2 m3 Izz1 Izz2 Izz3 g")
    elif name in PLACED:
        expected = inertial(len(robot.joints)) | lengths(PLACED[name][3]) | {"g"}
    else:
        _, a, d, _, tool = MODIFIED_DH[name]
        expected = inertial(len(robot.joints)) | lengths(a, d, tool) | {"g"}
    assert set(parameters(robot.declared)) == expected | WRENCH


@pytest.mark.parametrize("name", [*PLACED, *MODIFIED_DH])
def test_gravity_points_down_unless_the_robot_says_otherwise(name: str) -> None:
    assert spelled(load(name).gravity) == ("0 -g 0" if name == "planar2r" else "0 0 -g")


def test_only_trtrr_makes_hypotheses() -> None:
    for name in {*PLACED, *MODIFIED_DH}:
        expected = ("com_at_origin", "principal_axes") if name == "trtrr" else ()
        assert load(name).hypotheses == expected


def test_links_three_and_four_of_scara_are_one_body() -> None:
    one, two, three, four = load("scara").links
    assert [spelled(link.com) for link in (one, two)] == ["ac1 0 0", "ac2 0 0"]
    assert [spelled(link.inertia) for link in (one, two)] == ["0 0 Izz1 0 0 0", "0 0 Izz2 0 0 0"]
    assert three.massless
    assert (str(four.mass), spelled(four.com)) == ("m3", "0 0 0")
    assert spelled(four.inertia) == "0 0 Izz3 0 0 0"


def test_the_cartesian_robot_lifts_its_last_link_only() -> None:
    model = torsor.derive("cartesian")
    assert list(model.g) == [0, 0, model.parse("m3*g")]


def test_the_document_of_rv1a_has_bodies_and_no_chain() -> None:
    robot = load("rv1a-paper")
    assert robot.joints == robot.links == ()
    assert robot.payload.kind == "none"
    assert robot.dof == len(robot.bodies) == 6
    assert [str(body.mass) for body in robot.bodies] == ["m1", "m2", "m3", "m4", "m5", "m6"]
    assert all(spelled(body.inertia) == "1 1 1 0 0 0" for body in robot.bodies)
    expected = {f"{kind}{i}" for kind in "ml" for i in range(1, 7)} | {"g"}
    assert set(parameters(robot)) == expected
    for k, body in enumerate(robot.bodies, 1):  # its own joint's column of J_w alone
        assert {n for e in body.omega for n in e.names() if n.startswith("dq")} == {f"dq{k}"}
