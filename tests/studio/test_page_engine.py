"""The engine of the static page, run by Node.js: it answers as the native one does, text for text.

``TORSOR_PROVE=all`` takes every library robot and 50 random ones. ``make studio`` builds it;
where it cannot be built, for want of Node.js or of a network, it is not judged here.
"""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import zipfile
from base64 import b64decode
from pathlib import Path

import pytest

import torsor
from torsor.studio.answering import answer
from torsor.studio.kept import Kept

HOME = Path(__file__).parents[2] / "web/engine"
QUICK = ("planar2r", "3r", "rttrr", "trtrr", "scara")


class PageEngine:
    """The engine's process: questions one after another."""

    def __init__(self, built: Path) -> None:
        words = ["node", str(HOME / "node.mjs"), str(built)]
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.ready = json.loads(self._line())

    def _line(self) -> str:
        assert self.process.stdout is not None
        return next(line for line in self.process.stdout if line.startswith("{"))

    def ask(self, name: str, **about):
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"id": 7, "ask": name, "about": about}) + "\n")
        self.process.stdin.flush()
        while True:
            message = json.loads(self._line())
            assert message["id"] == 7
            if message["kind"] != "progress":
                return message


@pytest.fixture(scope="module")
def engine(folder):
    found = PageEngine(folder / "engine")
    yield found
    found.process.kill()
    found.process.wait()


def both(engine: PageEngine, name: str, **about):
    """The same question to both engines; what they took apart."""
    told = engine.ask(name, **about)
    assert told["kind"] == "answer", told
    here = answer(name, about, Kept())
    for found in (told["answer"], here):
        found.pop("seconds", None)
    return told["answer"], json.loads(json.dumps(here))


def random_robots(count: int):
    """Descriptions as people type them: structures with their axes, loads and drives."""
    chance = random.Random(20)
    for _ in range(count):
        joints = chance.randint(1, 4)
        yield {
            "text": "".join(chance.choice("RRT") for _ in range(joints)),
            "kind": "word",
            "axes": "".join(chance.choice(["x", "y", "z", "-x", "-y"]) for _ in range(joints)),
            "payload": chance.choice(["wrench", "none", "weight", "body"]),
            "drives": chance.choice([[], ["friction"], ["rotors"], ["springs"]]),
            "hypotheses": chance.choice([[], ["principal_axes"], ["com_at_origin"]]),
        }


ALL = os.environ.get("TORSOR_PROVE") == "all"
ROBOTS = [
    *({"text": name} for name in (torsor.library_names() if ALL else QUICK)),
    *random_robots(50 if ALL else 5),
]


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda r: f"{r['text']}{r.get('axes', '')}")
def test_the_page_has_the_same_equations(engine, robot):
    page, here = both(engine, "take", robot=robot, what="sympy")
    assert page["text"] == here["text"]
    page, here = both(engine, "equations", robot=robot, form="tau", first=50)
    assert page == here


def test_the_page_prints_documents_as_torsor_does(engine):
    for what, form in (("latex", "matrices"), ("text", "steps"), ("html", "tau")):
        page, here = both(engine, "take", robot={"text": "3r"}, what=what, form=form)
        assert page["text"] == here["text"]


def test_the_page_proves_what_torsor_proves(engine):
    told = engine.ask("verify", robot={"text": "planar2r"})["answer"]
    assert told["holds"]
    names = {row["name"] for row in told["checks"]}
    assert names >= {check.name for check in torsor.verify("planar2r").checks
                     if check.how == "exact"}  # fmt: skip


def test_the_page_judges_papers_and_traces_terms(engine):
    page, here = both(engine, "check", paper="scara")
    assert page == here
    page, here = both(engine, "why", robot={"text": "trtrr"}, equation="tau[4]", term="Ixx5")
    assert page == here


def test_the_page_shows_the_librarys_robots(engine):
    told = engine.ask("catalogue")["answer"]
    assert told["robots"] == answer("catalogue", {}, Kept())["robots"]
    page, here = both(engine, "scene", robot={"text": "puma560"})
    assert page == here
    page, here = both(engine, "thumbnail", robot={"text": "rttrr"}, dark=True)
    assert page == here
    told = engine.ask("scene", robot={"text": "RRT"})
    assert "library" in told["sentence"]
    assert not told["fault"]


URDF = """<robot name="one"><link name="a"/><link name="b"><inertial><mass value="2"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
</robot>"""


def test_the_page_reads_and_writes_urdf(engine):
    page, here = both(engine, "describe", robot={"text": URDF})
    assert page == here
    assert page["kind"] == "urdf"
    page, here = both(engine, "take", robot={"text": "ur5e"}, what="urdf")
    assert page["text"] == here["text"]


def test_the_page_writes_code_for_other_languages(engine):
    for what in ("c", "javascript"):
        page, here = both(engine, "take", robot={"text": "planar2r"}, what=what)
        assert files_of(page) == files_of(here)


def files_of(taken):
    with zipfile.ZipFile(io.BytesIO(b64decode(taken["base64"]))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_mistake_is_the_same_sentence_in_the_page(engine):
    told = engine.ask("describe", robot={"text": "rttrx"})
    assert (told["kind"], told["field"], told["fault"]) == ("failure", "text", False)
    with pytest.raises(torsor.TorsorError, match="did you mean") as caught:
        answer("describe", {"robot": {"text": "rttrx"}}, Kept())
    assert told["sentence"] == str(caught.value)


def test_what_is_sent_is_no_more_than_fifteen_megabytes(folder):
    import gzip

    sent = sum(len(gzip.compress(f.read_bytes(), 6)) for f in (folder / "engine").iterdir())
    assert sent < 14_600_000  # the page itself takes another 0.4
