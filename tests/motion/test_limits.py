"""Small inputs that would fill the machine: a result or one sentence, soon and in little memory."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import numpy as np
import pytest

from torsor.errors import TorsorError
from torsor.motion.actuators.cycle import measure_demands, rms
from torsor.motion.actuators.motors import Motor, read_motors
from torsor.motion.actuators.selection import RATIOS, Cycle, choose
from torsor.motion.results import Result
from torsor.motion.simulation import Run, simulate
from torsor.motion.tables import MOST_CELLS, read_table
from torsor.motion.trajectory.splines import cubic_spline

VALUES = {"m1": 1, "m2": 1, "l1": 1, "l2": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0,
          "Izz1": 0.1, "Izz2": 0.1, "g": 9.81}  # fmt: skip
TORQUE = {"kind": "torques", "tau": ["20*sign(sin(300*t))", "0"]}
QUINTIC = {"kind": "quintic", "to": [1, 1], "duration": 1}
HOSTILE = {
    "a free motion of 1e9 s": ({"duration": 1e9, "sample": 1e6, "drive": "free"}, "given up at t"),
    "samples of 1e-12 s": ({"duration": 1, "sample": 1e-12, "drive": "free"}, "longer sample"),
    "samples of a motion": ({"sample": 1e-12, "motion": QUINTIC}, "longer sample"),
    "steps of 1e-12 s": (
        {"duration": 1, "drive": "free", "integrator": {"method": "symplectic", "step": 1e-12}},
        "larger steps",
    ),
    "longest steps of 1e-12 s": (
        {"duration": 1, "drive": "free", "integrator": {"longest": 1e-12}}, "larger steps",
    ),
    "gains that make it stiff": (
        {"duration": 10, "drive": {"kind": "pd", "kp": 1e14, "set-point": [1, 1]}}, "given up at t",
    ),
    "jumps that nobody foresees": ({"duration": 1e4, "sample": 1, "drive": TORQUE}, "given up"),
    "a path of 1e7 s": (
        {"start": {"q": [0.3, 0.5]},
         "motion": {"kind": "line", "by": [0.01, 0, 0], "duration": 1e7}},
        "shorter duration",
    ),
    "a duration of 1e299 s": (
        {"sample": 1e298, "motion": {**QUINTIC, "duration": 1e299}}, "too long",
    ),
    "a duration of 1e-300 s": ({"motion": {**QUINTIC, "duration": 1e-300}}, "too short"),
    "times of 1e299 s": (
        {"motion": {"kind": "cubic-spline", "points": [[0, 1], [1, 0]], "times": [1, 1e299]}},
        "no ",
    ),
    "a number beyond floats": ({"motion": {**QUINTIC, "to": ["10^400", 1]}}, "not a finite number"),
    "a function beyond floats": (
        {"duration": 1, "drive": {"kind": "torques", "tau": ["10^400*t", "0"]}}, "not a finite",
    ),
    "a function that overflows": (
        {"motion": {"kind": "functions", "q": ["(1e9*t)^60", "0"], "duration": 1}}, "not a finite",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_scenario_ends_in_a_sentence(name: str) -> None:
    table, sentence = HOSTILE[name]
    start = process_time()
    with pytest.raises(TorsorError, match=sentence) as error:
        simulate("planar2r", {**table, "values": VALUES})
    assert process_time() - start < 10
    assert len(str(error.value)) < 400


def test_a_motion_at_many_times_is_the_motion_at_each() -> None:
    motion = cubic_spline([0, 0.4, 1.1, 2.0], np.array([[0, 1], [1, 0], [0.5, 2], [3, 3]]))
    times = np.array([-1, 0, 0.2, 0.4, 0.7, 1.1, 1.999, 2.0, 5])
    for whole, single in zip(motion.at(times), zip(*map(motion, times), strict=True), strict=True):
        np.testing.assert_allclose(whole, np.array(single), rtol=1e-12, atol=1e-13)


def test_tables_are_counted_before_they_are_read(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "many.parquet"
    part = pa.table({"t": np.zeros(1_000_000), "q1": np.zeros(1_000_000)})
    with pq.ParquetWriter(file, part.schema, compression="zstd") as writer:
        for _ in range(8):
            writer.write_table(part)
    assert file.stat().st_size < 1_000_000
    start = process_time()
    with pytest.raises(TorsorError, match="more than 2500000 rows of 2 columns"):
        read_table(file)
    assert process_time() - start < 1
    text = tmp_path / "many.csv"
    columns = 2000
    text.write_text(
        ",".join(f"q{k}" for k in range(columns))
        + "\n"
        + ("0" + ",0" * (columns - 1) + "\n") * 2600
    )
    with pytest.raises(TorsorError, match=f"more than {MOST_CELLS // columns} rows"):
        read_table(text)


def test_one_word_for_many_cells_takes_little_room(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    places = pa.array(np.zeros(300_000, np.int32))
    names = pa.DictionaryArray.from_arrays(places, pa.array(["x" * 3_000_000]))
    pq.write_table(pa.table({"name": names, "mass": np.ones(300_000)}), tmp_path / "motors.parquet")
    with pytest.raises(TorsorError, match="name has 3000000 letters"):
        read_motors(tmp_path / "motors.parquet")


def test_parquet_that_is_no_utf8(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    fields = [
        pa.field("ttttt", pa.float64(), metadata={"unit": b"\xff"}),
        pa.field("q1", pa.float64()),
    ]
    file = tmp_path / "unit.parquet"
    pq.write_table(pa.table([[0.0, 1.0], [0.0, 1.0]], schema=pa.schema(fields)), file)
    with pytest.raises(TorsorError, match="the unit of 'ttttt' is not UTF-8"):
        read_table(file)
    bad = tmp_path / "name.parquet"
    bad.write_bytes(file.read_bytes().replace(b"ttttt", b"t\xff\xfett"))
    with pytest.raises(TorsorError, match="cannot be read as Parquet"):
        read_table(bad)


def cycle() -> Cycle:
    motion = {"kind": "functions", "q": ["sin(2*t)+0.2*sin(7*t)", "0.5*cos(3*t)"], "duration": 3}
    run = Run("planar2r", {"motion": motion, "values": VALUES})
    return Cycle(run.go(), run.plant)


def motors(count: int) -> list[Motor]:
    random = np.random.default_rng(1)
    found = []
    for k in range(count):
        rated, speed = random.uniform(0.1, 5), random.uniform(100, 400)
        peak, most = rated * random.uniform(1, 4), speed * random.uniform(1, 2)
        more = (random.uniform(1e-6, 1e-3), None, round(random.uniform(0.5, 1), 2))
        found.append(Motor(f"m{k}", rated, peak, speed, most, *more))
    return found


def test_the_gear_of_a_motor_is_the_best_of_all_that_are_tried() -> None:
    """Against every ratio with every sample: the corners of the cycle decide alone."""
    made = cycle()
    for motor in motors(12):
        for k in range(2):
            tried = motor.max_speed / made.demands[k].peak_speed * np.geomspace(1e-4, 1, RATIOS)
            best = max(made.fit(motor, k, float(ratio)).margin for ratio in tried)
            assert made.best(motor, k).margin == pytest.approx(best, rel=1e-9)


def test_two_thousand_motors_are_ranked_and_too_many_are_refused() -> None:
    made, start = cycle(), process_time()
    ranked = choose(made, motors(2000))
    assert [len(choice.ranking) for choice in ranked] == [2000, 2000]
    assert process_time() - start < 10
    with pytest.raises(
        TorsorError, match="100000 motors on 2 coordinates with 301 rows are too much"
    ):
        choose(made, motors(1) * 100_000)


def test_the_rms_is_over_time_whatever_the_samples() -> None:
    """∫ (3 t)² dt over 0 … 2 is 24, so the RMS is √12; samples crowd at the start."""
    t = 2 * np.linspace(0, 1, 20_001) ** 3
    assert rms(t, 3 * t) == pytest.approx(12**0.5, rel=1e-6)
    assert np.sqrt(np.mean((3 * t) ** 2)) < 0.7 * 12**0.5  # what an unweighted mean gives
    columns = {"t": t, "q1": t, "dq1": t, "ddq1": t, "tau1": 3 * t, "P1": 3 * t * t}
    units = {"t": "s", "q1": "rad", "dq1": "rad/s", "ddq1": "rad/s^2", "tau1": "N m", "P1": "W"}
    result = Result("R", "along", 1, columns, units)
    assert measure_demands(result)[0].rms_torque == pytest.approx(12**0.5, rel=1e-6)
