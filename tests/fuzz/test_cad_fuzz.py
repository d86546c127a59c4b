"""Broken mass properties through every CAD reader: an answer or one TorsorError.

300 texts by default, always the same; 100,000 new ones with ``TORSOR_FUZZ=all`` (``make fuzz``).
What breaks something is kept in ``found_cad/`` and read again in every run.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.formats.cad_texts import BRACKET, freecad, fusion, solidworks

from torsor import TorsorError
from torsor.formats.cad.frame import placed
from torsor.formats.cad.mass_properties import read_mass_properties
from torsor.formats.cad.mesh import read_mesh
from torsor.formats.cad.table import read_csv, read_toml_table

from .mutations import ACCIDENTS
from .readers import ALL, SECONDS, TooSlow, _limited

FOUND = Path(__file__).parent / "found_cad"
BATCHES, BATCH = (1000, 100) if ALL else (6, 50)
OBJ = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 2) for z in (0, 3)) + "".join(
    f"f {face}\n"
    for face in ("1 2 4", "1 4 3", "5 7 8", "5 8 6", "1 5 6", "1 6 2", "3 4 8", "3 8 7", "1 3 7",
                 "1 7 5", "2 6 8", "2 8 4")
)  # fmt: skip
SEEDS = {
    "text": [
        solidworks(BRACKET), solidworks(BRACKET, notation="negative"), fusion(BRACKET),
        fusion(BRACKET, equals=False), freecad(BRACKET, 2700), freecad(BRACKET, 2700, labels=True),
    ],
    "csv": [
        "link,mass (g),x (mm),y (mm),z (mm),Ixx,Iyy,Izz,Ixy,Ixz,Iyz\n"
        "1,3200,170,0,0,0.001,0.04,0.041,0,0,0\n2,1900,110,0,0,0.001,0.012,0.013,0,0,0\n",
    ],
    "toml": [
        'units = { mass = "g", length = "mm" }\n[[link]]\nlink = 3\nmass = 1250.5\n'
        'com = [10, 0, "-5/2"]\ninertia = { xx = 100, yy = 100, zz = 150.25, xy = -1 }\n',
    ],
    "obj": [OBJ],
    "frame": ["Rz(90deg) Rx(30deg)", "Ry(-pi/3)"],
}  # fmt: skip


def mesh(text: str) -> None:
    """The text as a mesh in a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.obj"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        read_mesh(path, 1000)


READERS: dict[str, Callable[[str], object]] = {
    "text": lambda text: read_mass_properties(text, density=2700),
    "csv": read_csv,
    "toml": read_toml_table,
    "obj": mesh,
    "frame": lambda text: placed(read_mass_properties(SEEDS["text"][0]), rotation=text or "Rz(0)"),
}


def judged(name: str, text: str) -> str:
    """What is wrong with the answer to a text; nothing if it is as it should be."""
    start = time.process_time()
    try:
        with _limited(4 * SECONDS):
            READERS[name](text)
    except TorsorError as error:
        message = str(error)
        if not 0 < len(message) < 500 or "\n" in message:
            return f"a message that is no short line: {message[:600]!r}"
    except (TooSlow, Exception) as error:
        return f"{type(error).__name__}: {error}"
    took = time.process_time() - start
    return f"{took:.1f} s" if took > SECONDS else ""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_broken_mass_properties_get_an_answer_or_one_sentence(batch: int) -> None:
    random = Random(f"cad {batch} {time.time_ns() if ALL else ''}")
    for _ in range(BATCH):
        name = random.choice(list(SEEDS))
        text = random.choice(SEEDS[name])
        for _ in range(random.choice((1, 1, 2, 4))):
            text = random.choice(ACCIDENTS)(random, text, SEEDS[name])
        verdict = judged(name, text[:20_000])
        if verdict and ALL:
            keep(name, text)
        assert not verdict, f"{verdict}, reading as {name}: {text[:2000]!r}"


def keep(name: str, text: str) -> None:
    """Keep a text that broke something, for the default run to replay."""
    content = text.encode("utf-8", "surrogatepass")
    FOUND.mkdir(exist_ok=True)
    (FOUND / f"{name}-{hashlib.sha256(content).hexdigest()[:8]}.txt").write_bytes(content)


@pytest.mark.parametrize("file", sorted(FOUND.glob("*.txt")), ids=lambda file: file.stem)
def test_what_once_broke_something_breaks_nothing(file: Path) -> None:
    text = file.read_bytes().decode("utf-8", "surrogatepass")
    assert not judged(file.name.partition("-")[0], text)
