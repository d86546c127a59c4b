"""Nearly right MJCF through the reader: a robot that can be written again, or one TorsorError.

300 texts by default, always the same; 100,000 new ones with ``TORSOR_FUZZ=all`` (``make fuzz``).
What breaks something is kept in ``found_mjcf/`` and read again in every run.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from lxml import etree
from tests.formats.test_limits import MJCF, TURN
from tests.formats.test_mjcf import COUPLED, DEFAULTS, SEVERAL_JOINTS, SNAP, TREE
from tests.formats.test_mjcf_constraints import CONSTRAINTS, FRAGMENTS
from tests.formats.test_mjcf_constraints import model as tied
from tests.formats.test_mjcf_refusals import TENDON, model

from torsor import TorsorError
from torsor.formats.mjcf.reader import read_mjcf
from torsor.formats.mjcf.writer import write_mjcf
from torsor.formats.toml.reader import read_toml, write_toml

from .mutations import ACCIDENTS
from .readers import ALL, SECONDS, TooSlow, _limited, over_a_ring

FOUND = Path(__file__).parent / "found_mjcf"
BATCHES, BATCH = (1000, 100) if ALL else (3, 100)
SEEDS = [SEVERAL_JOINTS, DEFAULTS, SNAP, TREE, COUPLED, model(more=TENDON.format(0))]
SEEDS += [*(tied(what) for what in CONSTRAINTS), *(text for text, _ in FRAGMENTS.values())]
SEEDS += [MJCF.format(TURN.format(' range="-90 45"'), '<motor joint="j" ctrlrange="-2 2"/>')]
HEADS = [
    '<?xml version="0.0"?>',
    "\n\n<?xml?>",
    "<!-- a -- b -->",
    "text",
    "<?xml",
    "\ufeff",
    "-->",
]
PIECES = [
    "<body>", "</body>", "<joint/>", '<joint type="ball"/>', "<freejoint/>", "<geom/>", "<frame>",
    '<geom type="mesh" mesh="m"/>', "<default>", '<default class="a">', "</default>", "<asset>",
    '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>', '<mesh name="m" file="m.stl"/>',
    '<include file="a.xml"/>', '<replicate count="3">', "</replicate>", "<!--", "-->", "<![CDATA[",
    "]]>", "<?x?>", "&amp;", "&lt;", "&#0;", "&#10;", "&e;", "<!DOCTYPE m>", 'name="a"',
    'class="a"',
    'size="0"', 'size="-1"', 'size="1e-9"', 'size="1e9"', 'mass="0"', 'mass="-1"', 'mass="1e-300"',
    'diaginertia="1 2 3"', 'fullinertia="1 1 1 0 0 0"', 'pos="1e300 0 0"', 'quat="0 0 0 0"',
    'quat="1e-200 0 0 0"', 'axis="0 0 1e-200"', 'ref="1e9"', 'stiffness="-1"', 'armature="1e300"',
    'euler="1 2 3"', 'range="1 0"', 'mocap="true"', 'gravcomp="1"', 'type="slide"', 'type="plane"',
    'type="sdf"', 'type="hfield"', 'coordinate="global"', 'inertiafromgeom="true"', "<tendon>",
    'balanceinertia="true"', 'boundmass="1"', 'boundinertia="1"', 'fusestatic="true"', "nan", "inf",
    'discardvisual="true"', 'exactmeshinertia="true"', 'usethread="false"', 'autolimits="false"',
    '<site name="tool"/>', "<equality>", '<connect body1="a" anchor="0 0 0"/>', "<spatial>", "\x00",
    '<motor joint="a"/>', '<position joint="a" kp="3" timeconst="1"/>', "😀", "\u202e", "'", '"',
    "/>",
    '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>', "<worldbody>", "</worldbody>",
    'actuatorfrcrange="-1 1"', 'forcerange="-1 1"', 'ctrlrange="0 3"', 'limited="true"', 'gear="0"',
    '<weld body1="a"/>', '<joint joint1="a"/>', "<mujocoinclude>", "</mujoco>",
]  # fmt: skip


WAY_OUT = re.compile(r"--without-constraint ('[^']*'|\S+)")
NUMBERS = ["0", "1", "-1", "0.5", "1e-9", "1e9", "1e15", "-1e300", "1e-300", "90", "0.7071", "nan"]
ATTRIBUTES = {
    "pos": 3, "quat": 4, "axis": 3, "euler": 3, "size": 3, "mass": 1, "diaginertia": 3, "ref": 1,
    "fullinertia": 6, "stiffness": 1, "damping": 1, "armature": 1, "frictionloss": 1, "gear": 1,
    "springref": 1, "polycoef": 5, "gravity": 3, "density": 1, "fromto": 6, "range": 2, "coef": 1,
    "xyaxes": 6, "zaxis": 3, "axisangle": 4, "count": 1, "offset": 3, "boundmass": 1, "gravcomp": 1,
    "boundinertia": 1, "settotalmass": 1, "inertiagrouprange": 2, "springdamper": 2, "margin": 1,
    "actuatorfrcrange": 2, "forcerange": 2, "ctrlrange": 2,
    "shellinertia": 1, "group": 1, "actgravcomp": 1, "wind": 3, "timestep": 1, "user": 2,
}  # fmt: skip


def rearranged(random: Random, text: str) -> str:
    """Still XML: elements copied, moved or taken out, attributes with other numbers."""
    root = etree.fromstring(text)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        elements = list(root.iter())
        element = random.choice(elements)
        chance = random.random()
        if chance < 0.6:
            given = [k for k in element.keys() if k in ATTRIBUTES]  # noqa: SIM118
            key = random.choice(given) if given and random.random() < 0.6 else ""
            key = key or random.choice(list(ATTRIBUTES))
            count = ATTRIBUTES[key] if random.random() < 0.9 else random.randint(0, 9)
            element.set(key, " ".join(random.choices(NUMBERS, k=count)))
        elif chance < 0.7 and len(element.keys()):
            element.attrib.pop(random.choice(element.keys()))
        elif element is not root:
            other = random.choice(elements)
            if chance < 0.8:
                element.getparent().remove(element)
            elif other not in element.iter():
                other.append(element if chance < 0.9 else deepcopy(element))
            if chance >= 0.9 and random.random() < 0.7:
                for inner in element.iter():
                    inner.attrib.pop("name", None)
    return etree.tostring(root, encoding="unicode")


def drawn(random: Random) -> str:
    """A model after some accidents."""
    text = random.choice(SEEDS)
    if random.random() < 0.1:
        return random.choice(HEADS) + text + random.choice(("", "</mujoco>", "<mujoco/>", "\0"))
    if random.random() < 0.6:
        return rearranged(random, text)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        if random.random() < 0.6:
            places = [i for i, ch in enumerate(text) if ch in " <>"] or [0]
            at = random.choice(places)
            text = text[:at] + " " + random.choice(PIECES) + " " + text[at:]
        else:
            text = random.choice(ACCIDENTS)(random, text, SEEDS)
    return text[:20_000]


def judged(text: str) -> str:
    """What is wrong with the answer to a text; nothing if it is as it should be."""
    start = time.process_time()
    try:
        with _limited(4 * SECONDS):
            try:
                robot = read_mjcf(text, file="x.xml")
            except TorsorError as error:
                names = WAY_OUT.findall(str(error))
                if not names:
                    raise
                # What the sentence says is what one can do: the names are found, whatever comes.
                left = [name.strip("'") for name in names]
                robot = read_mjcf(text, file="x.xml", without_constraints=left)
                assert all(h.startswith("without constraint ") for h in robot.hypotheses)
            assert all(note.isprintable() for note in robot.notes)
            over_a_ring(robot)
            assert read_toml(write_toml(robot)) == robot
            write_mjcf(robot)
    except TorsorError as error:
        message = str(error)
        if "no constraint is called" in message:
            return f"a way out that is none: {message}"
        if not message.isprintable() or not 0 < len(message) < 700:
            return f"a message that is no short printable line: {message[:600]!r}"
    except (TooSlow, Exception) as error:
        return f"{type(error).__name__}: {error}"
    took = time.process_time() - start
    return f"{took:.1f} s" if took > SECONDS else ""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_mjcf_that_is_nearly_right_gets_an_answer_or_one_sentence(
    batch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    random = Random(f"mjcf {batch} {time.time_ns() if ALL else ''}")
    for _ in range(BATCH):
        text = drawn(random)
        if ALL:  # should MuJoCo end the process, the text is found in this file
            last = Path(os.environ.get("TMPDIR", "/tmp")) / f"torsor-mjcf-{os.getpid()}.xml"
            last.write_bytes(text.encode("utf-8", "surrogateescape"))
        verdict = judged(text)
        if verdict and ALL:
            keep(text)
        assert not verdict, f"{verdict}, reading {text[:3000]!r}"
    assert not list(tmp_path.iterdir())


def keep(text: str) -> None:
    """Keep a text that broke something, for the default run to replay."""
    content = text.encode("utf-8", "surrogateescape")
    FOUND.mkdir(exist_ok=True)
    (FOUND / f"{hashlib.sha256(content).hexdigest()[:8]}.xml").write_bytes(content)


@pytest.mark.parametrize("file", sorted(FOUND.glob("*.xml")), ids=lambda file: file.stem)
def test_mjcf_that_once_broke_something_breaks_nothing(file: Path) -> None:
    assert not judged(file.read_bytes().decode("utf-8", "surrogateescape"))
