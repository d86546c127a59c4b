"""Tables in and out: units, what is refused, and what the files hold."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.motion.numbers import SLIDES

import torsor
from torsor.motion.simulation import simulate
from torsor.motion.tables import check_advancing, read_table

HEAD = "t [s],q1 [mm],q2,q3 [m]\n"


def refused(path, text):
    path.write_text(text)
    with pytest.raises(torsor.TorsorError) as caught:
        simulate("cartesian", {"values": SLIDES, "motion": {"kind": "table", "file": str(path)}})
    return str(caught.value)


@pytest.mark.parametrize(
    "rows, says",
    [
        ("0,1,2,3\n1,,2,3\n", "line 3: q1 is empty; a table may have no gaps"),
        ("0,1,2,3\n1,nan,2,3\n", "line 3: q1 is nan, not a finite number"),
        ("0,1,2,3\n1,1,2,inf\n", "line 3: q3 is inf, not a finite number"),
        ("0,1,2,3\n1,1,two,3\n", "line 3: q2 is 'two', not a number"),
        ("0,1,2,3\n1,1,2\n", "line 3: 3 cells, expected 4 as in the header"),
        ("0,1,2,3\n1,1,2,3\n0.5,1,2,3\n", "line 4: t runs backwards: 0.5 after 1"),
        ("0,1,2,3\n1,1,2,3\n1,1,2,3\n", "line 4: t stands still: 1 after 1"),
        ("0,1,2,3\n.1,1,2,3\n.2,1,2,3\n.5,1,2,3\n.6,1,2,3\n", "line 5: a gap: t goes from 0.2"),
        ("0,1,2,3\n", "one row only"),
        ("", "a header and no rows"),
    ],
)
def test_a_broken_table_is_refused_with_its_line(tmp_path, rows, says):
    assert says in refused(tmp_path / "motion.csv", HEAD + rows)


def test_a_table_says_what_columns_and_units_it_lacks(tmp_path):
    file = tmp_path / "motion.csv"
    assert "no column q3 beside q1" in refused(file, "t,q1,q2\n0,1,2\n1,1,2\n")
    assert "no column 't'" in refused(file, "q1,q2,q3\n0,1,2\n1,1,2\n")
    assert "the unit 'deg' does not fit" in refused(file, "t,q1 [deg],q2,q3\n0,1,2,3\n1,1,2,3\n")
    assert "stands there twice" in refused(file, "t,q1,q1,q3\n0,1,2,3\n1,1,2,3\n")
    assert "has a column q4" in refused(file, "t,q1,q2,q3,q4\n0,1,2,3,4\n1,1,2,3,4\n")
    assert "expected a header" in refused(file, "0,1,2,3\n1,1,2,3\n")
    with pytest.raises(torsor.TorsorError, match="cannot be read"):
        read_table(tmp_path / "nowhere.csv")


def test_parquet_is_read_as_strictly(tmp_path):
    file = tmp_path / "a.parquet"
    pq.write_table(pa.table({"t": [0.0, 1.0, 2.0], "q1": [0.0, None, 1.0]}), file)
    with pytest.raises(torsor.TorsorError, match="row 2: q1 is empty"):
        read_table(file)
    pq.write_table(pa.table({"t": [0.0, 1.0], "q1": [0.0, float("nan")]}), file)
    with pytest.raises(torsor.TorsorError, match="row 2: q1 is nan"):
        read_table(file)
    pq.write_table(pa.table({"t": [0.0, 1.0], "q1": ["a", "b"]}), file)
    with pytest.raises(torsor.TorsorError, match="not of numbers"):
        read_table(file)
    file.write_bytes(b"PAR1 and then nothing")
    with pytest.raises(torsor.TorsorError, match="cannot be read as Parquet"):
        read_table(file)


def test_a_gap_may_be_bridged_when_it_is_meant(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text("t\n0\n1\n2\n5\n6\n")
    assert len(check_advancing(read_table(file), "t", gaps=True)) == 5


def test_units_are_turned_into_si(tmp_path):
    file = tmp_path / "motion.csv"
    x = np.linspace(0, 1, 11)
    rows = "".join(f"{1000 * t},{1000 * t},{0},{0}\n" for t in x)
    file.write_text("t [ms],q1 [mm],q2 [mm],q3 [cm]\n" + rows)
    result = simulate(
        "cartesian", {"values": SLIDES, "motion": {"kind": "table", "file": str(file)}}
    )
    np.testing.assert_allclose(result.dq[:, 0], 1, atol=1e-9)
    assert result.t[-1] == pytest.approx(1)


def test_a_sampled_motion_is_followed_between_its_samples(tmp_path):
    """Positions alone give accelerations to the accuracy of a cubic spline."""
    t = np.linspace(0, 1, 201)
    file = tmp_path / "motion.csv"
    file.write_text("t,q1,q2,q3\n" + "".join(f"{x},{np.sin(x)},{np.cos(x)},0\n" for x in t))
    result = simulate(
        "cartesian",
        {"values": SLIDES, "sample": 0.0137, "motion": {"kind": "table", "file": str(file)}},
    )
    np.testing.assert_allclose(result.ddq[:, 0], -np.sin(result.t), atol=2e-5)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_results_read_back_to_the_bit_with_their_units(tmp_path, ending):
    motion = {"kind": "functions", "q": ["sin(t)", "t^2/3", "0.1*t"], "duration": 1}
    result = simulate("cartesian", {"values": SLIDES, "motion": motion})
    file = tmp_path / f"out.{ending}"
    result.write(file)
    table = read_table(file)
    assert list(table.columns) == list(result.columns)
    for name, column in result.columns.items():
        assert np.array_equal(table.columns[name], column), name
    assert table.units["q1"] == "m"
    assert table.units["tau1"] == "N"
    assert table.units["ddq2"] == "m/s^2"
    assert table.units["f1x"] == "N"


def test_parquet_carries_events_and_says_whether_it_is_complete(tmp_path):
    stop = {"coordinate": 3, "lower": -0.5}
    result = simulate("cartesian", {"values": SLIDES, "duration": 1, "drive": "free", "stop": stop})
    result.write(tmp_path / "a.parquet")
    meta = pq.read_schema(tmp_path / "a.parquet").metadata
    assert json.loads(meta[b"complete"]) is True
    assert json.loads(meta[b"events"])[0]["event"] == "stop"
    assert meta[b"robot"] == b"Cartesian"
