"""Logs that others wrote: names, units, signs, motors and currents told by a mapping."""

import textwrap

import numpy as np
import pytest
from tests.identification.logs.records import KR300, columns_of, csv_of, kr300, read, refused

import torsor
from torsor.identification.logs import mapping as mappings
from torsor.identification.logs.reading import read_logs

TRUTH = columns_of(KR300)
Q, DQ, TAU = (
    np.stack([TRUTH[f"{stem}{k}"] for k in range(1, 7)], axis=1) for stem in ("q", "dq", "tau")
)
RATIO = np.array([-250.0, 220, 240, 160, 150, 100])
S = np.eye(6)
S[4, 3], S[5, 3], S[5, 4] = -1, 1, 1
"""A wrist: motor 5 sees q5 − q4, motor 6 the sum of all three."""
WRIST = ["q1", "q2", "q3", "q4", "q5 - q4", "q4 + q5 + q6"]


def named(pattern, block, first=1):
    return {pattern.format(k): column for k, column in enumerate(block.T, first)}


def test_motors_with_gears_a_coupled_wrist_and_currents_come_to_the_joints(tmp_path):
    zero, sign = np.array([0, 90, -90, 0, 45, 0]), np.array([1, -1, 1, 1, 1, -1])
    gain = np.array([1.2, 1.1, 1.0, 0.5, 0.5, 0.4])
    phi = np.degrees(Q @ S.T * RATIO)
    columns = {
        "Time": 1e3 * TRUTH["t"],
        **named("Axis{}.Pos", phi * sign + zero),
        **named("w[{}] [rpm]", DQ @ S.T * RATIO * 30 / np.pi, first=0),
        **named("Axis{}.I", np.linalg.solve(S.T, TAU.T).T / RATIO / gain * 1e3),
    }
    (tmp_path / "log.csv").write_text(csv_of(columns))
    (tmp_path / "mapping.toml").write_text(
        f"""
        t = "Time [ms]"
        [q]
        columns = "Axis{{}}.Pos"
        unit = "deg"
        side = "motor"
        sign = {sign.tolist()}
        zero = {zero.tolist()}
        [dq]
        columns = ["w[0]", "w[1]", "w[2]", "w[3]", "w[4]", "w[5]"]
        side = "motor"
        [current]
        columns = "Axis{{}}.I [mA]"
        side = "motor"
        gain = {gain.tolist()}
        [drives]
        ratio = {RATIO.tolist()}
        of = {WRIST}
        """
    )
    log = read(tmp_path / "log.csv", kr300(), tmp_path / "mapping.toml")
    np.testing.assert_allclose(log.t, TRUTH["t"], atol=1e-12)
    np.testing.assert_allclose(log.q, Q, atol=1e-12)
    np.testing.assert_allclose(log.dq, DQ, atol=1e-12)
    np.testing.assert_allclose(log.tau, TAU, rtol=1e-10, atol=1e-9)
    np.testing.assert_allclose(log.currents, columns_block(columns, "Axis{}.I") / 1e3)
    assert np.array_equal(log.drives, S)


def columns_block(columns, pattern):
    return np.stack([columns[pattern.format(k)] for k in range(1, 7)], axis=1)


def test_the_power_of_motors_and_joints_is_the_same():
    """φ̇ᵀ τ_motor = q̇ᵀ τ: what a gear and a coupling cannot change."""
    motors = {"t": TRUTH["t"], **named("q{}", Q), **named("m{} [N m]", TAU)}
    mapping = {"tau": {"columns": "m{}", "side": "motor"}, "drives": {"ratio": 7, "of": S.tolist()}}
    log = read(motors, kr300(), mapping)
    np.testing.assert_allclose(
        (DQ * log.tau).sum(axis=1), (7 * DQ @ S.T * TAU).sum(axis=1), rtol=1e-9, atol=1e-9
    )


def test_a_coupling_alone_leaves_the_columns_and_is_handed_on():
    log = read(TRUTH, kr300(), {"drives": WRIST})
    assert np.array_equal(log.drives, S)
    assert np.array_equal(log.tau, TAU)


def test_a_column_of_another_name_needs_a_unit(tmp_path):
    columns = {"t": TRUTH["t"], **named("pos_{}", Q), **named("tau{}", TAU)}
    assert "the column 'pos_1' has no unit" in refused(columns, kr300(), {"q": "pos_{}"})
    assert "'pos_1 [deg]'" in refused(columns, kr300(), {"q": "pos_{}"})
    log = read(columns, kr300(), {"q": "pos_{} [rad]"})
    assert np.array_equal(log.q, Q)
    late = {"clock": TRUTH["t"], **named("q{}", Q), **named("tau{}", TAU)}
    assert "the column 'clock' has no unit" in refused(late, kr300(), {"t": "clock"})
    assert len(read(late, kr300(), {"t": "clock [s]"})) == len(Q)


def test_names_of_joints_stand_for_numbers():
    joints = ["base", "shoulder", "elbow", "roll", "pitch", "yaw"]
    columns = {"t": TRUTH["t"], **named("tau{}", TAU)}
    columns |= {f"/{joint}/position": column for joint, column in zip(joints, Q.T, strict=True)}
    log = read(columns, kr300(), {"q": "/{}/position [rad]", "joints": joints})
    assert np.array_equal(log.q, Q)


def test_a_scale_turns_shares_of_a_rated_torque_into_torques():
    rated = np.abs(TAU).max(axis=0)
    columns = {"t": TRUTH["t"], **named("q{}", Q), **named("load_{}", 1000 * TAU / rated)}
    scale = {"columns": "load_{}", "unit": "N m", "scale": (rated / 1000).tolist()}
    np.testing.assert_allclose(read(columns, kr300(), {"tau": scale}).tau, TAU, atol=1e-9)


def test_a_joint_without_a_drive_has_no_force_and_needs_no_column():
    columns = {name: column for name, column in TRUTH.items() if name != "tau6"}
    assert "no column tau6 beside tau1" in refused(columns, kr300())
    log = read(columns, kr300(), {"passive": ["q6"]})
    assert not log.tau[:, 5].any() and log.good.all()


@pytest.mark.parametrize(
    "mapping, says",
    [
        ({"qq": "a{}"}, "the mapping: unknown key 'qq'; did you mean 'q'"),
        ({"q": {"columns": "a{}", "units": "deg"}}, "q: unknown key 'units'; did you mean 'unit'"),
        ({"q": "pos"}, "q: columns: expected {} in the place of the number"),
        ({"q": ["a", "b"]}, "q: columns: 2 columns, expected 6"),
        ({"q": {"unit": "deg"}}, "q: expected 'columns'"),
        ({"q": {"columns": "q{}", "side": "gear"}}, "side: unknown 'gear'; expected joint, motor"),
        ({"q": {"columns": "q{}", "sign": 2}}, "sign: expected 1 or -1"),
        ({"q": {"columns": "q{}", "zero": ["90deg"] * 6}}, "zero: expected plain numbers"),
        ({"q": {"columns": "q{}", "unit": "N"}}, "column q1: the unit 'N' does not fit"),
        ({"q": "x{} [deg]"}, "no column 'x1'"),
        ({"current": "i{}"}, "current: expected 'gain'"),
        ({"current": {"columns": "tau{}", "gain": [1, 2]}}, "gain: 2 entries, expected 6"),
        ({"current": {"columns": "i{}", "gain": 1}, "tau": "tau{}"}, "expected one of the two"),
        ({"drives": {"ratio": 0}}, "ratio: expected no zero"),
        ({"drives": ["q1"] * 6}, "of: a singular coupling"),
        ({"drives": ["q1", "q2", "q3", "q4", "q5", "q5 + x"]}, "motor 6: expected a sum of coor"),
        ({"drives": ["q1", "q2", "q3", "q4", "q5", "q5*q6"]}, "motor 6: q5*q6 is not linear"),
        ({"drives": ["q1", "q2", "q3", "q4", "q5", "__import__('os')"]}, "motor 6: "),
        ({"passive": ["q7"]}, "expected coordinates such as 'q1', got 'q7'"),
        ({"first": -1}, "first: expected the whole number"),
        (5, "mapping is the path of a .toml file or a table, not 5"),
        ("mapping.csv", "mapping.csv: expected a mapping file, whose name ends in .toml"),
        ("nowhere.toml", "nowhere.toml cannot be read: No such file"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "mapping",
)
def test_a_slip_in_a_mapping_is_told_with_its_place(mapping, says):
    assert says in refused(TRUTH, kr300(), mapping)


def test_the_example_of_the_documentation_reads(tmp_path):
    text = textwrap.dedent(mappings.__doc__.split("::")[1].split("A quantity that")[0])
    (tmp_path / "mapping.toml").write_text(text)
    mapping = mappings.read_mapping(tmp_path / "mapping.toml", torsor.load("3r"))
    assert mapping.q.side == "motor" and mapping.drives.of.tolist()[2] == [0, 1, 1]


def test_a_broken_mapping_file_is_told_with_its_name(tmp_path):
    file = tmp_path / "mapping.toml"
    file.write_text("t = [1")
    assert f"{file}: malformed TOML" in refused(TRUTH, kr300(), file)
    file.write_text('[q]\ncolumn = "q{}"\n')
    assert f"{file}: q: unknown key 'column'; did you mean 'columns'?" in refused(
        TRUTH, kr300(), str(file)
    )


def test_no_log_at_all_is_refused():
    with pytest.raises(torsor.TorsorError, match="no logs"):
        read_logs([], kr300())
