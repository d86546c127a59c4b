"""Broken files: a sentence each, that names the file and the place, in bounded time and memory."""

import gzip
import random
import resource
import time
import zlib

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.identification.logs.records import (
    PENDULUM,
    columns_of,
    csv_of,
    pendulum,
    read,
    refused,
    told,
)

import torsor
from torsor.identification.logs.reading import read_logs

TRUTH = {name: column[:400] for name, column in columns_of(PENDULUM, "t q tau").items()}
TEXT = csv_of(TRUTH)
LINES = TEXT.splitlines()


@pytest.fixture
def write(tmp_path):
    def made(content, name="log.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return made


def with_line(number, line):
    """The log with another line in a place (2 is the first row)."""
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]]) + "\n"


@pytest.mark.parametrize(
    "content, says",
    [
        ("", "log.csv: an empty file"),
        (" \n\n", "empty; expected a header such as t,q1,q2,tau1,tau2"),
        (LINES[0], "a header and no rows"),
        ("\n".join(LINES[1:]), "line 1: expected a header such as t,q1"),
        ("lorem ipsum dolor\n" * 99, "no column 't'; there are lorem, ipsum, dolor"),
        (bytes(range(256)) * 9, "not a text of numbers"),
        (TEXT.encode("utf-16"), "not a text of numbers"),
        (TEXT.replace("tau2", "tau2,Größe").encode("latin-1"), "line 1: not a UTF-8 text"),
        (TEXT.replace("tau2", "load"), "no column tau2 beside tau1"),
        (TEXT.replace("q2", "p"), "no column q2 beside q1"),
        (TEXT.replace("tau", "x"), "no columns tau1 … tau2; there are t, q1, q2, x1, x2"),
        (TEXT.replace("t,", "time,", 1), "no column 't'"),
        (TEXT.replace("t,", "time,", 1), 't = "time [s]"'),
        (TEXT.replace("tau2", "tau1"), "the column tau1 stands there twice"),
        (TEXT.replace("q1", "q1 [m]"), "column q1: the unit 'm' does not fit; expected rad, deg"),
        (TEXT.replace("q1", "q1 [degree]"), "did you mean 'deg'"),
        (TEXT.replace("q1", "q1 [deg"), "no column q1 beside q2; there is 'q1 [deg'"),
        (LINES[0] + "\n" + "1" * 2_000_000, "line 2: longer than 1,000,000 bytes"),
        (",".join(f"c{k}" for k in range(9000)), "9000 columns; at most 5000"),
        (gzip.compress(TEXT.encode())[:5000], "the gzip file ends too early"),
        (b"\x1f\x8b" + bytes(range(99)), "cannot be unpacked"),
        ("\n".join([LINES[0], *LINES[1:40]]), "39 rows over 0.08"),
        (TEXT.replace("t,", "t [ms],", 1), "is t in another unit?"),
        ("\n".join([*LINES, *LINES[1:]]), "line 402: t runs backwards: 0 after 0.80"),
        (with_line(100, "0.001,1,1,1,1"), "line 100: t runs backwards: 0.001 after 0.20"),
        ("\n".join([*LINES[:5], *["a,b,c,d,e"] * 999]), "999 of 1,003 rows cannot be read"),
        ("\n".join([*LINES[:5], *["a,b,c,d,e"] * 999]), "in line 6 t is 'a', not a number"),
        ("\n".join([*LINES[:5], *["1,2"] * 999]), "999 lines have other than the header's 5 cells"),
        ("\n".join([LINES[0], *["1,2"] * 999]), "as line 2 with 2"),
        ("\n".join([LINES[0], *[f"{k},1,1,1,1" for k in range(99)]]), "t counts rows"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) and "\n" not in value else "file",
)
def test_a_file_that_is_no_log_is_refused_with_its_place(write, content, says):
    sentence = refused(write(content))
    assert says in sentence
    assert "log.csv" in sentence


def test_a_log_of_another_robot_is_refused_with_both_counts(write):
    three = TEXT.replace("tau1", "q3,tau1").splitlines()
    path = write("\n".join([three[0] + ",tau3", *(line + ",1,1" for line in three[1:])]))
    assert "columns for 3 joints (q1 … q3), and 'double pendulum design A' has 2" in refused(path)
    assert "columns for 2 joints" in refused(write(TEXT), torsor.load("panda"))


@pytest.mark.parametrize(
    "cell, says",
    [
        ("nan", "q1 is empty or NaN"),
        ("", "q1 is empty or NaN"),
        ("inf", "q1 is inf"),
        ("1e300", "q1 is 1e+300"),
        ("1e999", "q1 is inf"),
        ("error", "q1 is 'error', not a number"),
        ("1_0", "q1 is '1_0', not a number"),
        ("0x10", "q1 is '0x10', not a number"),
    ],
)
def test_a_corrupt_row_is_left_out_and_told_with_its_line(write, cell, says):
    log = read(write(with_line(100, f"0.198,{cell},0,0,0")))
    assert len(log) == 399
    assert told(log, "1 corrupt row", f"in line 100 {says}")
    assert np.array_equal(log.t, np.delete(TRUTH["t"], 98))


def test_rows_with_other_counts_of_cells_are_left_out_and_told_with_their_lines(write):
    lines = [*LINES]
    lines[199], lines[99], lines[39] = "1,2", lines[99] + ",5", ""
    log = read(write("\n".join(lines)[:-3]))  # the last number is cut, the cell is there
    assert len(log) == 397
    assert told(log, "2 lines", "line 100 with 6")
    assert np.array_equal(np.delete(TRUTH["t"], [38, 98, 198]), log.t)


def test_text_with_separators_in_quotes_does_not_shift_columns(write):
    lines = [LINES[0] + ",note", *(line + ',"a, b"' for line in LINES[1:]), '1,2,"']
    log = read(write("\n".join(lines)))
    assert np.array_equal(log.tau[:, 1], TRUTH["tau2"])
    assert told(log, "line 402 has 3 cells, the header 6")


def test_repeated_rows_of_a_logger_are_left_out_and_told(write):
    log = read(write("\n".join([*LINES[:50], LINES[49], LINES[49], *LINES[50:]])))
    assert np.array_equal(log.t, TRUTH["t"])
    assert told(log, "2 rows with the time of the row before left out", "line 51")


def test_times_too_coarse_for_their_rows_are_refused(write):
    sentence = refused({**TRUTH, "t": np.round(TRUTH["t"], 2)})
    assert "t stands still" in sentence and "too coarse" in sentence


def test_a_bomb_is_refused_before_it_is_unpacked(write):
    packer = zlib.compressobj(wbits=31)
    parts = [packer.compress(b"0,0,0,0,0\n" * 100_000) for _ in range(150)]
    path = write(b"".join([*parts, packer.flush()]), "log.csv.gz")
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    assert "unpacks to more than 300 times its size" in refused(path)
    assert time.process_time() - start < 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000  # kB, of 150,000


def test_what_is_no_file_is_told(tmp_path):
    assert "No such file" in refused(tmp_path / "nowhere.csv")
    assert "a directory, not a log" in refused(tmp_path)
    (tmp_path / "log.mat").write_bytes(b"MATLAB")
    assert "expected a log in .csv" in refused(tmp_path / "log.mat")
    assert "cannot be read" in refused("a\0b")
    assert "not 5" in refused(5)


def test_numpy_files_that_lie_are_refused(tmp_path):
    file = tmp_path / "log.npz"
    np.savez(file, t=np.array([{}]), q=np.zeros((3, 2)), tau=np.zeros((3, 2)))
    assert "Python objects" in refused(file)
    np.savez(file, t=np.zeros(9), q=np.zeros((9, 2)), tau=np.zeros((8, 2)))
    assert "t has 9 rows and tau1 8" in refused(file)
    file.write_bytes(b"PK and nothing")
    assert "cannot be read as NumPy's" in refused(file)
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }"
    (tmp_path / "a.npy").write_bytes(b"\x93NUMPY\x01\x00v\x00" + header.ljust(117) + b"\n")
    assert "more than the file holds" in refused(tmp_path / "a.npy")
    np.save(tmp_path / "a.npy", np.zeros((9, 5)))
    assert "without names" in refused(tmp_path / "a.npy")


def test_parquet_with_gaps_is_read_and_told_and_words_are_refused(tmp_path):
    file = tmp_path / "log.parquet"
    holes = [None if k == 7 else v for k, v in enumerate(TRUTH["q1"].tolist())]
    pq.write_table(pa.table({**TRUTH, "q1": holes, "mode": ["on"] * 400}), file)
    log = read(file)
    assert len(log) == 399 and told(log, "in row 8 q1 is empty")
    pq.write_table(pa.table({**TRUTH, "q1": ["a"] * 400}), file)
    assert "'q1' is of string, not of numbers" in refused(file)
    file.write_bytes(b"PAR1 and then nothing")
    assert "cannot be read as Parquet" in refused(file)


def test_no_damage_ends_in_anything_but_a_sentence(tmp_path):
    """Some hundred damaged files of each kind; no crash, no long wait."""
    np.savez(tmp_path / "a.npz", **TRUTH)
    pq.write_table(pa.table(TRUTH), tmp_path / "a.parquet")
    (tmp_path / "a.csv").write_text(TEXT)
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(TEXT.encode()))
    seeds = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    words = [
        b"nan",
        b'"',
        b"\n",
        b"\r",
        b",",
        b";",
        b"[",
        b"1e308",
        b"\0",
        b"\xff",
        b" ",
        b"#",
        b"-",
    ]
    dice, robot, read_well = random.Random(0), pendulum(), 0
    for turn in range(400):
        name = ("a.csv", *sorted(seeds))[turn % 5]
        content = bytearray(seeds[name])
        for _ in range(dice.choice([1, 2, 9])):
            at = dice.randrange(len(content) if dice.random() < 0.7 else 200)
            content[at : at + dice.choice([0, 1, 40])] = dice.choice(words)
        (tmp_path / name).write_bytes(content)
        start = time.process_time()
        try:
            read_logs([tmp_path / name], robot)
            read_well += 1
        except torsor.TorsorError as error:
            assert "\n" not in str(error)
        assert time.process_time() - start < 2
    assert 50 < read_well < 350
