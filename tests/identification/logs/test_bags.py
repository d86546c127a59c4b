"""ROS 2 bags, written by rosbags: joint states by the names of the joints."""

import sys

import numpy as np
import pytest
from tests.identification.logs.records import KR300, columns_of, kr300, read, refused, told

import torsor

pytest.importorskip("rosbags")
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

STORE = get_typestore(Stores.ROS2_HUMBLE)
STATE, HEADER, TIME = (
    STORE.types[f"{name}"]
    for name in ("sensor_msgs/msg/JointState", "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
)
TRUTH = columns_of(KR300)
T = TRUTH["t"][:800]
Q, DQ, TAU = (
    np.stack([TRUTH[f"{stem}{k}"][:800] for k in range(1, 7)], axis=1)
    for stem in ("q", "dq", "tau")
)
NAMES = [f"joint_a{k}" for k in range(1, 7)]
START = 1_700_000_000_000_000_000


def state(ns, names, position, velocity, effort):
    stamp = TIME(sec=ns // 10**9, nanosec=ns % 10**9)
    blocks = {"position": position, "velocity": velocity, "effort": effort}
    arrays = {name: np.ascontiguousarray(block, float) for name, block in blocks.items()}
    return STATE(header=HEADER(stamp=stamp, frame_id=""), name=list(names), **arrays)


def write(path, topics, storage=StoragePlugin.SQLITE3):
    """A bag with the states of each topic, recorded a millisecond after their stamps."""
    with Writer(path, version=9, storage_plugin=storage) as writer:
        for topic, states in topics.items():
            connection = writer.add_connection(topic, STATE.__msgtype__, typestore=STORE)
            for ns, message in states:
                content = STORE.serialize_cdr(message, STATE.__msgtype__)
                writer.write(connection, START + ns + 1_000_000, content)
    return path


def states(order=range(6), names=NAMES, stamped=True, rates=True):
    picked = list(order)
    for t, q, dq, tau in zip(T, Q, DQ, TAU, strict=True):
        ns = round(t * 1e9)
        stamp = START + ns if stamped else 0
        velocity = dq[picked] if rates else []
        yield ns, state(stamp, [names[k] for k in picked], q[picked], velocity, tau[picked])


def named_robot():
    chain = " ".join(
        f'<joint name="{name}" type="revolute"><parent link="l{k}"/><child link="l{k + 1}"/>'
        '<axis xyz="0 0 1"/><limit lower="-6" upper="6" effort="1e5" velocity="9"/></joint>'
        for k, name in enumerate(NAMES)
    )
    links = " ".join(f'<link name="l{k}"/>' for k in range(7))
    return f'<robot name="arm">{links}{chain}</robot>'


@pytest.fixture
def robot(tmp_path):
    (tmp_path / "arm.urdf").write_text(named_robot())
    return torsor.load(tmp_path / "arm.urdf")


@pytest.mark.parametrize("storage", [StoragePlugin.SQLITE3, StoragePlugin.MCAP])
def test_joint_states_are_matched_by_name(tmp_path, robot, storage):
    bag = write(tmp_path / "bag", {"/joint_states": states([3, 1, 0, 2, 5, 4])}, storage)
    inner = next(bag.glob("*.mcap" if storage is StoragePlugin.MCAP else "*.db3"))
    for path in (bag, inner):
        log = read(path, robot)
        np.testing.assert_allclose(log.t, T, atol=1e-9)
        assert np.array_equal(log.q, Q) and np.array_equal(log.tau, TAU)
        assert np.array_equal(log.dq, DQ)


def test_joints_without_names_in_the_robot_are_taken_in_order_and_told(tmp_path):
    def mixed():
        for ns, message in states(stamped=False, rates=False):
            yield ns, message
            yield ns, state(0, ["gripper"], [0.1], [], [])

    log = read(write(tmp_path / "bag", {"/joint_states": mixed()}), kr300())
    assert np.array_equal(log.q, Q) and log.dq is None
    assert told(log, "joint_a1, joint_a2", "in the order of q1 … q6")
    assert told(log, "800 of 1,600 messages")
    assert told(log, "no time stamps: the times are those of the recording")


def test_a_mapping_names_joints_topic_and_currents(tmp_path):
    topics = {"/arm": states([5, 4, 3, 2, 1, 0]), "/twin": states()}
    bag = write(tmp_path / "bag", topics)
    assert "joint states on /arm, /twin; say which in a mapping" in refused(bag, kr300())
    assert "no topic '/arms'" in refused(bag, kr300(), {"topic": "/arms"})
    mapping = {
        "topic": "/arm",
        "joints": NAMES,
        "current": {"columns": [f"tau{k}" for k in range(1, 7)], "unit": "mA", "gain": 2000},
    }
    log = read(bag, kr300(), mapping)
    np.testing.assert_allclose(log.tau, 2 * TAU, rtol=1e-12)


def test_bags_of_another_robot_and_damaged_ones_are_refused(tmp_path, robot):
    bag = write(tmp_path / "bag", {"/joint_states": states(range(4))})
    assert "/joint_states has the joints joint_a1, joint_a2, joint_a3, joint_a4; expected" in (
        refused(bag, robot)
    )
    (tmp_path / "a.mcap").write_bytes(b"\x89MCAP0 and nothing")
    assert "cannot be read as a ROS bag" in refused(tmp_path / "a.mcap", robot)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "metadata.yaml").write_text("a: [")
    assert "cannot be read as a ROS bag" in refused(tmp_path / "empty", robot)


def test_without_rosbags_a_sentence_says_how_to_get_it(tmp_path, robot, monkeypatch):
    bag = write(tmp_path / "bag", {"/joint_states": states()})
    monkeypatch.setitem(sys.modules, "rosbags.highlevel", None)
    assert "pip install rosbags" in refused(bag, robot)
