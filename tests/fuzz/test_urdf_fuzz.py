"""Nearly right URDF through the reader: a robot that can be written again, or one TorsorError.

300 texts by default, always the same; 100,000 new ones with ``TORSOR_FUZZ=all`` (``make fuzz``).
What breaks something is kept in ``found_urdf/`` and read again in every run.
"""

from __future__ import annotations

import hashlib
import time
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from lxml import etree
from tests.formats.random_urdf import random_urdf
from tests.formats.test_urdf import ARM, FORK
from tests.formats.test_urdf_writer import SAME
from tests.formats.test_xml_leniency import ARM as LENIENT

from torsor import Robot, TorsorError
from torsor.formats.toml.reader import read_toml, write_toml
from torsor.formats.urdf.reader import read_urdf
from torsor.formats.urdf.writer import write_urdf

from .mutations import ACCIDENTS
from .readers import ALL, SECONDS, TooSlow, _limited, over_a_ring

FOUND = Path(__file__).parent / "found_urdf"
BATCHES, BATCH = (1000, 100) if ALL else (3, 100)
SEEDS = [*SAME.values(), FORK, ARM, *(random_urdf(seed) for seed in range(8))]
LIMITED = [LENIENT, LENIENT.replace("revolute", "continuous"), LENIENT.replace('"a"', '"tool"')]
PIECES = [
    "<robot>", "</robot>", "<link/>", '<link name="a"/>', "<joint>", "</joint>",
    '<joint name="z" type="fixed">', '<axis xyz="0 0 0"/>', '<axis xyz="1e-200 0 0"/>',
    '<axis xyz="1 1 1"/>',
    "<origin/>", '<origin xyz="1e29 0 0" rpy="1e29 0 0"/>', '<mimic joint="one"/>',
    '<mimic joint="two"/>',
    '<mimic joint="one" multiplier="1e-300"/>', '<dynamics damping="1e30"/>', "<inertial>",
    '<parent link="b"/>', '<child link="base"/>', "<!--", "-->", "<![CDATA[", "]]>", "<?x?>",
    "&amp;", "&lt;", "&#0;", "&#10;", "&e;", "<!DOCTYPE m>", 'name="a"', 'type="continuous"',
    'type="floating"', 'xmlns="a"', 'xmlns:xacro="b"', "<xacro:x/>", "${x}", "$(find x)", "<a:b/>",
    "\x00", "😀", "\u202e", "'", '"', "/>", "nan", "inf", "1e999999", "<visual>", "<gazebo/>",
    '<limit lower="-1" upper="1" effort="2" velocity="3"/>', '<limit effort="0" velocity="0"/>',
    '<limit lower="2" upper="-1"/>', '<limit lower="nan"/>', '<limit velocity="-1"/>', "<limit/>",
    "<!-- a -- b -->", "<!---->", "--->", '<?xml version="0.0"?>', "<foo:x/>", 'xsi:a="b"', "</x>",
]  # fmt: skip
HEADS = [
    '<?xml version="0.0"?>', '<?xml version="1.0"?>', "<?xml?>", "<?xml ?>", '<?xml version="9"?>',
    "<?xml version='1.1' encoding='latin-1'?>", '<?xml encoding="utf-16"?>', "<?xml", "?>", "\n\n",
    "\ufeff", "<!-- a -- b -->", "<!-- a -->", "<!--", "-->", "<?foo bar?>", "text", "\xa0", "\r",
    "<!DOCTYPE robot>", "<![CDATA[x]]>", "<a/>", "\0", " ",
]  # fmt: skip
TAILS = ["</robot>", "<robot/>", "\0", "\0\0</robot>", "text", "<!-- -- -->", *HEADS[:4], "\n", "<"]
NUMBERS = [
    "0", "1", "-1", "0.5", "1e-9", "1e9", "1e29", "-1e30", "1e-300", "1.5708", "0.7071", "nan",
    "3.14159", "-0.2618", "1e-320", "1e-66", "0.1", "2", ".5", "+1.", "9" * 60, "1e31", "24", "-0",
]  # fmt: skip
ATTRIBUTES = {
    "xyz": 3, "rpy": 3, "value": 1, "ixx": 1, "iyy": 1, "izz": 1, "ixy": 1, "ixz": 1, "iyz": 1,
    "multiplier": 1, "offset": 1, "damping": 1, "friction": 1, "lower": 1, "upper": 1,
    "velocity": 1, "effort": 1,
}  # fmt: skip
WORDS = {
    "type": ["revolute", "continuous", "prismatic", "fixed", "planar", "floating", ""],
    "link": ["base", "a", "b", "c", "l0", "l1", "z"],
    "name": ["base", "a", "b", "one", "two", "l0", "j0", "j1", "a/b", "a b", "é", "..", ""],
    "joint": ["one", "two", "three", "j0", "j1", "z"],
}


def rearranged(random: Random, text: str) -> str:
    """Still XML: elements copied, moved or taken out, attributes with other numbers and words."""
    root = etree.fromstring(text)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        elements = list(root.iter())
        element, other = random.choice(elements), random.choice(elements)
        chance = random.random()
        keys = list(element.keys())
        if chance < 0.7 and keys:
            key = random.choice(keys)
            if key in WORDS:
                element.set(key, random.choice(WORDS[key]))
            else:
                count = ATTRIBUTES.get(key, 1) if random.random() < 0.95 else random.randint(0, 9)
                element.set(key, " ".join(random.choices(NUMBERS, k=count)))
        elif chance < 0.75 and keys:
            element.attrib.pop(random.choice(keys))
        elif element is not root:
            if chance < 0.85:
                element.getparent().remove(element)
            elif other not in element.iter():
                other.append(element if chance < 0.9 else deepcopy(element))
    return etree.tostring(root, encoding="unicode")


def drawn(random: Random) -> str:
    """A robot after some accidents."""
    text = random.choice(SEEDS)
    if random.random() < 0.3:
        text = random.choice(LIMITED)
    if random.random() < 0.25:
        text = "".join(random.choices(HEADS, k=random.choice((1, 1, 2, 4)))) + text
        text += "".join(random.choices(TAILS, k=random.choice((0, 0, 1, 2))))
        return text
    if random.random() < 0.65:
        return rearranged(random, text)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        if random.random() < 0.6:
            places = [i for i, ch in enumerate(text) if ch in " <>"] or [0]
            at = random.choice(places)
            text = text[:at] + " " + random.choice(PIECES) + " " + text[at:]
        else:
            text = random.choice(ACCIDENTS)(random, text, SEEDS)
    return text[:100_000]


def judged(text: str) -> str:
    """What is wrong with the answer to a text; nothing if it is as it should be."""
    start = time.process_time()
    options = {"exact_angles": len(text) % 2 == 0}
    if len(text) % 5 == 0:
        options |= {"tip": "b", "rest": ("lumped", "kept")[len(text) % 3 % 2]}
    try:
        with _limited(4 * SECONDS):
            content = text.encode("latin-1", "ignore") if len(text) % 7 == 0 else text
            robot = read_urdf(content, file="x.urdf", **options)
            assert all(note.isprintable() and len(note) < 1000 for note in robot.notes)
            over_a_ring(robot)
            assert read_toml(write_toml(robot)) == robot
            again = read_urdf(
                write_urdf(robot), file="y.urdf", exact_angles=options["exact_angles"]
            )
            assert again.dof == robot.dof
            assert marks(again) == marks(robot)
    except TorsorError as error:
        message = str(error)
        if not message.isprintable() or not 0 < len(message) < 700:
            return f"a message that is no short printable line: {message[:600]!r}"
        grown = message.startswith("y.urdf") and "out of range" in message
        if not message.startswith("x.urdf") and not grown:
            return f"no file in {message!r}"
    except (TooSlow, Exception) as error:
        return f"{type(error).__name__}: {error}"
    took = time.process_time() - start
    return f"{took:.1f} s" if took > SECONDS else ""


def marks(robot: Robot) -> list[tuple[object, ...]]:
    """Names and limits of every joint that moves, as far as a URDF can say them."""
    found = []
    for joint, link in zip(robot.joints, robot.links, strict=True):
        if joint.kind != "F":
            bounds = [None if b is None else float(b) for b in joint.limits.numbers]
            found.append((joint.name, link.name, *bounds))
    return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_urdf_that_is_nearly_right_gets_an_answer_or_one_sentence(batch: int) -> None:
    random = Random(f"urdf {batch} {time.time_ns() if ALL else ''}")
    for _ in range(BATCH):
        text = drawn(random)
        verdict = judged(text)
        if verdict and ALL:
            keep(text)
        assert not verdict, f"{verdict}, reading {text[:3000]!r}"


def keep(text: str) -> None:
    """Keep a text that broke something, for the default run to replay."""
    content = text.encode("utf-8", "surrogateescape")
    FOUND.mkdir(exist_ok=True)
    (FOUND / f"{hashlib.sha256(content).hexdigest()[:8]}.urdf").write_bytes(content)


@pytest.mark.parametrize("file", sorted(FOUND.glob("*.urdf")), ids=lambda file: file.stem)
def test_urdf_that_once_broke_something_breaks_nothing(file: Path) -> None:
    assert not judged(file.read_bytes().decode("utf-8", "surrogateescape"))
