"""Real logs read whole, in every way in which they may be written."""

import gzip

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.identification.logs.records import (
    EXAMPLES,
    KR300,
    PENDULUM,
    columns_of,
    csv_of,
    data,
    kr300,
    needs_data,
    pendulum,
    read,
    told,
)

import torsor
from torsor.identification.logs.reading import read_logs

TRUTH = columns_of(PENDULUM)


def same_as_truth(log):
    assert np.array_equal(log.t, TRUTH["t"])
    for k in (1, 2):
        assert np.array_equal(log.q[:, k - 1], TRUTH[f"q{k}"])
        assert np.array_equal(log.dq[:, k - 1], TRUTH[f"dq{k}"])
        assert np.array_equal(log.tau[:, k - 1], TRUTH[f"tau{k}"])
    assert log.good.all()
    assert np.array_equal(log.drives, np.eye(2))
    return True


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*/*.csv.gz")), ids=lambda p: p.name[:6])
def test_every_example_reads_as_numpy_reads_it(path):
    log = read(path, kr300() if path.name.startswith("run") else pendulum())
    raw = columns_of(path)
    rows = np.searchsorted(raw["t"], log.t)
    assert len(log) >= 0.998 * len(raw["t"])
    assert np.array_equal(raw["t"][rows], log.t)
    for k in range(log.n):
        assert np.array_equal(raw[f"q{k + 1}"][rows], log.q[:, k])
        good = log.good[:, k]
        assert good.mean() > 0.99
        assert np.array_equal(raw[f"tau{k + 1}"][rows][good], log.tau[good, k])


def test_the_same_log_reads_the_same_from_every_format(tmp_path):
    text = csv_of(TRUTH)
    t, q, dq, tau = (
        np.stack([c for n, c in TRUTH.items() if n.rstrip("12") == stem], axis=1)
        for stem in ("t", "q", "dq", "tau")
    )
    (tmp_path / "a.csv").write_text(text)
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "c.csv").write_bytes(gzip.compress(text.encode()))  # told by its first bytes
    (tmp_path / "d.csv").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    (tmp_path / "e.tsv").write_text(text.replace(",", "\t"))
    (tmp_path / "f.csv").write_text(text.replace(",", ";").replace(".", ","))
    (tmp_path / "g.txt").write_text("# " + text.replace(",", "  "))
    (tmp_path / "h.csv").write_text('"' + text.replace(",", '","').replace("\n", '"\n"')[:-1])
    pq.write_table(pa.table(TRUTH), tmp_path / "i.parquet")
    np.savez_compressed(tmp_path / "j.npz", t=t[:, 0], q=q, dq=dq, tau=tau)
    records = np.zeros(len(t), [("t", "f8"), ("q", "f8", 2), ("dq", "f8", 2), ("tau", "f8", 2)])
    for name, block in (("t", t[:, 0]), ("q", q), ("dq", dq), ("tau", tau)):
        records[name] = block
    np.save(tmp_path / "k.npy", records)
    logs = read_logs(sorted(tmp_path.iterdir()), pendulum())
    assert len(logs) == 11
    assert all(same_as_truth(log) for log in logs)
    assert same_as_truth(read({"t": t[:, 0], "q": q, "dq": dq, "tau": tau}))
    assert same_as_truth(read(pa.table(TRUTH)))
    assert same_as_truth(read(records))


def test_a_simulation_is_a_log():
    robot = torsor.load("planar2r")
    values = {"m1": 1, "m2": 1, "l1": 1, "l2": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0,
              "Izz1": 0.1, "Izz2": 0.1, "g": 9.81}  # fmt: skip
    motion = {"kind": "functions", "q": ["sin(2*t)", "cos(3*t)"], "duration": 2}
    result = torsor.simulate(robot, {"values": values, "motion": motion})
    log = read(result, robot)
    assert np.array_equal(log.tau, result.tau)
    assert np.array_equal(log.ddq, result.ddq)
    assert log.good.all()


def test_flat_forces_of_a_simulation_without_noise_are_believed():
    """A slide under trapezoidal speeds has constant forces: nothing is saturated or stuck."""
    legs = [
        {"kind": "trapezoidal", "to": [k % 2, 0.3 * k, -0.2 * k], "speed": 1} for k in (1, 2, 3)
    ]
    scenario = {
        "values": {"m1": 1, "m2": 1, "m3": 2, "g": 9.81},
        "motion": [{**leg, "acceleration": 2} for leg in legs],
    }
    scenario["motion"][0]["from"] = [0, 0, 0]
    log = read(torsor.simulate("cartesian", scenario), torsor.load("cartesian"))
    assert log.good.all()
    assert not told(log, "not used:") or told(log, "columns")


def test_units_in_headings_are_turned_into_si(tmp_path):
    other = {
        "t [ms]": 1e3 * TRUTH["t"], "q1 (deg)": np.degrees(TRUTH["q1"]), "q2 [rad]": TRUTH["q2"],
        "tau1 [N mm]": 1e3 * TRUTH["tau1"], "tau2 [Nm]": TRUTH["tau2"],
    }  # fmt: skip
    (tmp_path / "a.csv").write_text(csv_of(other))
    pq.write_table(pa.table(other), tmp_path / "b.parquet")
    for log in read_logs([tmp_path / "a.csv", tmp_path / "b.parquet"], pendulum()):
        np.testing.assert_allclose(log.t, TRUTH["t"], atol=1e-12)
        np.testing.assert_allclose(log.q[:, 0], TRUTH["q1"], atol=1e-12)
        np.testing.assert_allclose(log.tau[:, 0], TRUTH["tau1"], atol=1e-12)
        assert log.dq is None


def test_other_columns_are_told_once_and_not_read(tmp_path):
    text = csv_of(TRUTH).splitlines()
    lines = [f",,{text[0]},mode", *(f"{k},,{line},on" for k, line in enumerate(text[1:]))]
    (tmp_path / "a.csv").write_text("\n".join(lines))
    log = read(tmp_path / "a.csv")
    assert same_as_truth(log)
    assert sum("mode" in note for note in log.notes) == 1
    assert told(log, "3 columns are not used")


def test_each_log_keeps_its_own_times_with_jitter_and_gaps(tmp_path):
    cut = {name: np.delete(column, slice(1000, 1020)) for name, column in TRUTH.items()}
    cut["t"] = cut["t"] + 5
    whole, gapped = read_logs([TRUTH, cut], pendulum())
    assert np.array_equal(gapped.t, cut["t"]) and np.array_equal(whole.t, TRUTH["t"])
    assert told(gapped, "1 gap", "42 ms", "row 1000")
    assert not told(whole, "gap")


def test_times_since_1970_are_counted_from_the_first_row():
    stamped = {
        "secs [s]": 1.7e9 + np.floor(TRUTH["t"]),
        "nsecs [ns]": np.round(TRUTH["t"] % 1 * 1e9),
    }
    rest = {name: column for name, column in TRUTH.items() if name != "t"}
    log = read({**stamped, **rest}, mapping={"t": ["secs", "nsecs"]})
    np.testing.assert_allclose(log.t, TRUTH["t"], atol=1e-9)
    assert told(log, "counted from the first", "1700000000")


def test_the_logs_in_which_a_motor_hardly_works_are_told():
    """03–06 of design C, 12 and 13 of design A were recorded with one motor unpowered."""
    for design, numbers in (("A.0", ["12", "13"]), ("C.0", ["03", "04", "05", "06"])):
        paths = sorted((EXAMPLES / "double_pendulum").glob(f"{design}*.gz"))
        weak = [log.file[-9:-7] for log in read_logs(paths, pendulum()) if told(log, "is small in")]
        assert weak == numbers


def test_controllers_that_ran_into_their_limit_are_told():
    log = read(EXAMPLES / "double_pendulum" / "C.0_13.csv.gz")
    raw = columns_of(EXAMPLES / "double_pendulum" / "C.0_13.csv.gz")
    assert np.count_nonzero(np.abs(raw["tau1"]) == 8.0) >= 28
    assert told(log, "tau1 is saturated at 8") and told(log, "tau1 is saturated at -8")
    assert not log.good[np.abs(log.tau[:, 0]) == 8.0, 0].any()
    assert log.good[np.abs(log.tau[:, 0]) < 8.0, 0].all()


def test_rests_are_told():
    log = read(KR300, kr300())
    speed = np.abs(columns_of(KR300)["dq1"])
    assert speed[:100].max() < 0.002  # it stands still at first
    assert told(log, "all joints rest in 13.2 % of the time")


@needs_data
def test_the_log_of_the_panda_tells_its_gaps():
    log = read(data("panda/excitation.csv.gz"), torsor.load("panda"))
    raw = columns_of(data("panda/excitation.csv.gz"))
    assert np.array_equal(log.t, raw["t"]) and log.good.all()
    assert told(log, "8 gaps", "8.81 ms", "line 9898")
    assert np.diff(raw["t"])[9898 - 3] == np.diff(raw["t"]).max()
    assert told(log, "5.6 % of the rows repeat")


@needs_data
@pytest.mark.parametrize(
    "name", ["unloaded_a", "unloaded_b", "points", "pair1_unloaded", "pair1_loaded"]
)
def test_the_logs_of_the_ur10e_read_whole(name):
    robot = torsor.load(data("ur10e/ur10e.urdf"))
    log = read(data(f"ur10e/{name}.csv.gz"), robot)
    raw = columns_of(data(f"ur10e/{name}.csv.gz"))
    assert np.array_equal(log.tau, np.stack([raw[f"tau{k}"] for k in range(1, 7)], axis=1))
    assert log.good.all() and log.dq is not None
    assert not told(log, "spike") and not told(log, "limit")
