"""Moving pictures: in real time, filled by the robot, whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import torsor
from torsor.drawing import Animation
from torsor.drawing.moving.film import frame_times
from torsor.errors import TorsorError
from torsor.motion.results import Event

T = np.linspace(0, 2, 60)
Q = np.stack([np.sin(T), np.cos(T)], axis=1)


def need_ffmpeg() -> None:
    """Skip where ffmpeg is not, unless nothing may be left out."""
    if not (shutil.which("ffmpeg") and shutil.which("ffprobe")):
        if os.environ.get("TORSOR_SKIP") == "nothing":
            pytest.fail("ffmpeg is not here")
        pytest.skip("ffmpeg is not here")


def moving(t: np.ndarray = T, q: np.ndarray = Q) -> Animation:
    return torsor.drawing.animate("planar2r", {"l1": 1, "l2": 1}, t, q)


def test_a_gif_takes_as_long_as_the_motion_and_is_filled_by_the_robot(tmp_path: Path) -> None:
    moving().save(tmp_path / "a.gif")
    with Image.open(tmp_path / "a.gif") as picture:
        assert picture.width == 520
        assert picture.height <= 570
        shown, first, change = 0.0, None, 0
        for k in range(picture.n_frames):
            picture.seek(k)
            shown += picture.info["duration"] / 1000
            dots = np.asarray(picture.convert("L")).astype(int)
            first = dots if first is None else first
            change = max(change, np.abs(dots - first).max())
        assert shown == pytest.approx(2 + 0.8, abs=0.05), "0.8 s at the end"
        assert picture.info["loop"] == 0
    assert change > 100
    assert first is not None
    assert first[0, 0] == 255, "white behind"
    assert len(np.unique(first)) > 8, "smooth edges"


def test_the_robot_fills_its_pictures() -> None:
    from torsor.drawing.moving.raster import Painter

    scheme = moving().scheme
    painter = Painter(scheme, 520)
    ink = np.zeros(painter.size[::-1], bool)
    for t in np.linspace(0, 2, 25).tolist():
        ink |= np.asarray(painter.paint(t).convert("L")) < 250
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    assert max(np.ptp(columns) / 520, np.ptp(rows) / painter.size[1]) > 0.9
    assert min(np.ptp(columns) / 520, np.ptp(rows) / painter.size[1]) > 0.8
    assert min(columns[0], rows[0]) >= 3, "and touches no edge"


def test_the_tools_way_is_that_of_the_kinematics() -> None:
    q = np.stack([T, 0.5 * T], 1)
    scheme = torsor.drawing.animate("planar2r", {"l1": 2, "l2": 1}, T, q, view="front").scheme
    times, way = scheme.way
    x = 2 * np.cos(times) + np.cos(1.5 * times)
    y = 2 * np.sin(times) + np.sin(1.5 * times)
    scale = np.linalg.norm(way[-1] - way[0]) / np.hypot(x[-1] - x[0], y[-1] - y[0])
    assert np.allclose(way, scale * np.stack([x, -y], 1), atol=1e-6)


def test_a_load_is_seen_from_its_pick_up_to_its_release() -> None:
    from torsor.drawing.animation import animate_motion
    from torsor.drawing.moving.raster import Painter
    from torsor.motion.motion_table import Motion

    events: list[Event] = [{"t": 0.5, "event": "pick-up"}, {"t": 1.5, "event": "release"}]
    given = Motion(T, Q, events=events)
    scheme = animate_motion(torsor.load("planar2r"), {"l1": 1, "l2": 1}, given).scheme
    for t, there in ((0.4, False), (0.6, True), (1.4, True), (1.6, False)):
        assert any(shape.kind == "load" for shape in scheme.shapes(t)) == there
        assert scheme.is_carrying(t) == there
    orange = np.asarray(Painter(scheme, 520).paint(1.0)).astype(int)
    assert ((orange[..., 0] > 200) & (orange[..., 2] < 60)).sum() > 60
    assert not any(shape.kind == "load" for shape in moving().scheme.shapes(1.0))


def test_a_long_motion_has_no_more_pictures_but_fewer_a_second() -> None:
    t = np.linspace(0, 3600, 5_000)
    scheme = moving(t, np.stack([t, t], 1)).scheme
    times, rate = frame_times(scheme, 30.0, 1800)
    assert len(times) <= 1800
    assert times[-1] == 3600
    assert np.allclose(np.diff(times)[:-1], 1 / rate)


def test_a_film_has_the_motions_duration_and_thirty_pictures_a_second(tmp_path: Path) -> None:
    need_ffmpeg()
    film = tmp_path / "a.mp4"
    moving().save(film)
    command = ["ffprobe", "-v", "error", "-show_streams", "-of", "json", "-count_frames", film]
    asked = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    (stream,) = json.loads(asked.stdout)["streams"]
    assert stream["codec_name"] == "h264"
    assert (stream["width"], stream["pix_fmt"]) == (800, "yuv420p")
    assert stream["height"] % 2 == 0
    assert stream["avg_frame_rate"] == "30/1"
    assert int(stream["nb_read_frames"]) == 61
    assert float(stream["duration"]) == pytest.approx(2, abs=0.05)
    assert [p.name for p in tmp_path.iterdir()] == ["a.mp4"]


def test_without_ffmpeg_a_sentence_tells_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(TorsorError, match=r"needs ffmpeg.*install it.*or write a \.gif"):
        moving().mp4()


def test_what_ffmpeg_complains_of_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "ffmpeg"
    broken.write_text("#!/bin/sh\necho 'Unknown encoder libx264' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(TorsorError, match="could not write an MP4: Unknown encoder libx264"):
        moving().save(tmp_path / "a.mp4")
    assert not (tmp_path / "a.mp4").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupted_film_leaves_nothing(tmp_path: Path) -> None:
    need_ffmpeg()
    rows = "\n".join(f"{t:.3f},{t:.3f},{t:.3f}" for t in np.linspace(0, 60, 1000))
    (tmp_path / "m.csv").write_text(f"t [s],q1 [rad],q2 [rad]\n{rows}\n")
    command = [sys.executable, "-m", "torsor", "draw", "planar2r", "--motion", "m.csv",
               "-o", "a.mp4"]  # fmt: skip
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    (tmp_path / "temporary").mkdir()
    running = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    )
    for _ in range(400):
        if list((tmp_path / "temporary").glob("torsor-*/film.mp4")):
            break
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in told
    assert not list((tmp_path / "temporary").iterdir())
    assert {p.name for p in tmp_path.iterdir()} == {"m.csv", "temporary"}


def test_a_motion_read_from_parquet_carries_the_loads_that_it_tells_of(tmp_path: Path) -> None:
    from torsor.motion.result_files import encode_table

    columns = {"t": T, "q1": Q[:, 0], "q2": Q[:, 1]}
    events = [{"t": 0.5, "event": "pick-up"}, {"t": 1.5, "event": "release"}, {"t": 1, "event": 3}]
    for told, carried in ((json.dumps(events), True), ("[[]", False), ('{"t": 1}', False)):
        file = tmp_path / "motion.parquet"
        file.write_bytes(encode_table("parquet", columns, {}, {"events": told}))
        scheme = torsor.draw("planar2r", motion=file, values={"l1": 1, "l2": 1}).scheme
        assert [scheme.is_carrying(t) for t in (0.4, 1.0, 1.6)] == [False, carried, False]


def test_the_bar_below_tells_how_much_of_the_motion_is_over() -> None:
    from torsor.drawing.moving.raster import Painter

    painter = Painter(moving().scheme, 520)
    for part in (0.25, 0.75):
        row = np.asarray(painter.paint(2 * part)).astype(int)[-12]
        blue = np.flatnonzero((row[:, 2] > 150) & (row[:, 0] < 60))
        assert abs(blue.max() - (0.03 + 0.94 * part) * 520) < 4
