"""Pictures one after another: a GIF by Pillow, an MP4 by ffmpeg, both in real time."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from itertools import pairwise
from math import ceil
from pathlib import Path

from torsor.drawing.moving.moving_scheme import MovingScheme
from torsor.drawing.moving.raster import Painter, import_pillow, stack
from torsor.errors import TorsorError

GIF_WIDTH, GIF_RATE, GIF_MOST = 520, 25.0, 150
"""Dots, pictures a second, and pictures; a longer motion has fewer a second."""
MP4_WIDTH, MP4_RATE, MP4_MOST = 800, 30.0, 1800
USUAL, LEAST = 12, 16
"""Joints of a robot with that many pictures; of a longer chain there are fewer, but so many."""
INKS = 48
"""Colours of a GIF."""
LAST = 80
"""Hundredths of a second that the end is shown before a GIF begins again."""
LONGEST_WAIT = 65_535
"""Hundredths of a second that a picture of a GIF may stay."""
NO_FFMPEG = (
    "an MP4 needs ffmpeg, which is not on the PATH: install it (apt install ffmpeg, "
    "brew install ffmpeg), or write a .gif"
)


def frame_times(scheme: MovingScheme, rate: float, most: int) -> tuple[list[float], float]:
    """When the pictures are taken, and how many a second: at the rate, or as many as may be."""
    joints = max(scheme.q.shape[1], 1)
    most = max(LEAST, min(most, most * USUAL // joints))
    rate = min(rate, (most - 2) / max(scheme.duration, 1e-9))
    count = ceil(scheme.duration * rate * (1 - 1e-9)) + 1
    return [min(k / rate, scheme.duration) for k in range(count)], rate


def gif_bytes(scheme: MovingScheme) -> bytes:
    """The motion as an animated GIF that is repeated without end."""
    import_pillow()
    from PIL import Image

    painter = Painter(scheme, GIF_WIDTH)
    times, _ = frame_times(scheme, GIF_RATE, GIF_MOST)
    some = [painter.paint(times[k * (len(times) - 1) // 4]) for k in range(5)]
    inks = stack(some).quantize(INKS, Image.Quantize.MAXCOVERAGE)
    pictures = [painter.paint(t).quantize(palette=inks, dither=Image.Dither.NONE) for t in times]
    most = LONGEST_WAIT // len(times)  # pictures that look the same become one
    ends = [round(100 * t) for t in times]
    waits = [min(max(b - a, 2), most) for a, b in pairwise(ends)]
    made = io.BytesIO()
    pictures[0].save(
        made, "GIF", save_all=True, append_images=pictures[1:], loop=0,
        duration=[10 * wait for wait in [*waits, LAST]],
    )  # fmt: skip
    return made.getvalue()


def require_ffmpeg() -> str:
    """Where ffmpeg is, or the sentence that says how to get it."""
    found = shutil.which("ffmpeg")
    if found is None:
        raise TorsorError(NO_FFMPEG)
    return found


def mp4_bytes(scheme: MovingScheme) -> bytes:
    """The motion as a film (H.264); one picture at a time is held in memory."""
    ffmpeg = require_ffmpeg()
    import_pillow()
    painter = Painter(scheme, MP4_WIDTH, fine=2)
    times, rate = frame_times(scheme, MP4_RATE, MP4_MOST)
    wide, high = painter.size
    with tempfile.TemporaryDirectory(prefix="torsor-") as folder:
        file, said = Path(folder) / "film.mp4", Path(folder) / "said.txt"
        command = [
            ffmpeg, "-nostdin", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
            "-video_size", f"{wide}x{high}", "-framerate", f"{rate:.9g}", "-i", "pipe:0", "-an",
            "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p",
            "-movflags", "+faststart", str(file),
        ]  # fmt: skip
        with said.open("wb") as errors:
            running = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=errors)
        assert running.stdin
        try:
            for t in times:
                running.stdin.write(painter.paint(t).tobytes())
            running.stdin.close()
            status = running.wait()
        except BrokenPipeError:
            status = running.wait()
        finally:
            if running.poll() is None:  # interrupted
                running.kill()
                running.wait()
        if status or not file.is_file():
            told = said.read_text("utf-8", "replace").strip().splitlines()
            raise TorsorError(f"ffmpeg could not write an MP4: {told[0] if told else status}")
        return file.read_bytes()
