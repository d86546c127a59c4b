"""MJCF that is not read: one sentence, with the place; and nothing is opened from elsewhere."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from torsor import TorsorError
from torsor.formats.mjcf.reader import load_mjcf, read_mjcf

INERTIAL = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
ARM = f'<body name="arm">\n<joint name="j"/>{INERTIAL}</body>'


def model(body: str = ARM, more: str = "") -> str:
    return f"<mujoco>\n{more}\n<worldbody>\n{body}\n</worldbody></mujoco>"


TENDON = '<tendon><fixed name="rope" stiffness="{}"><joint joint="j" coef="1"/></fixed></tendon>'
REFUSED = {
    "ball": (model(ARM.replace("/>", ' type="ball"/>', 1)), r':5: <joint "j">: a ball joint'),
    "free": (model(ARM.replace("/>", ' type="free"/>', 1)), r':5: <joint "j">: a free joint'),
    "freejoint": (model(ARM.replace('<joint name="j"/>', "<freejoint/>")), ":5: <freejoint>"),
    "tendon": (model(more=TENDON.format(3)), r':2: <fixed "rope">: a tendon with stiffness'),
    "weld": (
        model(more='<equality><weld name="w" body1="arm"/></equality>'),
        r':2: <weld "w">: the constraint weld',
    ),
    "degree": (
        model(more='<equality><joint name="e" joint1="j" polycoef="1 0 0 0 0"/></equality>'),
        r':2: <joint "e">: a joint held still',
    ),
    "medium": (model(more='<option density="1.2"/>'), "medium"),
    "plugin": (model(more='<extension><plugin plugin="x"/></extension>'), "<extension>: a plugin"),
    "flex": (model('<flexcomp name="f" type="grid"/>'), "<flexcomp>: a deformable body"),
    "composite": (model('<body><composite type="cable"/></body>'), "<composite>"),
    "attach": (model(ARM + '<attach model="x" body="b" prefix="p"/>'), "<attach>"),
    "submodel": (model(more='<asset><model name="x" file="x.xml"/></asset>'), "<model>"),
    "nothing moves": (model("<body/>"), "no joint that moves"),
    "not mjcf": ("<html/>", "expected <mujoco> at the root, got <html>"),
    "urdf": ('<robot name="r"/>', "URDF"),
    "not xml": ("joint = []", "malformed XML"),
    "empty": ("", "malformed XML"),
    "cut": (model()[:-20], r"malformed XML"),
    "attribute": (model(ARM.replace("name=", "nome=", 1)), r":4: <body>: MuJoCo .*'nome'"),
    "axis": (model(ARM.replace("/>", ' axis="0 0 0"/>', 1)), r":5: <joint>: MuJoCo .*axis"),
    "massless": (model("<body><joint/></body>"), r":4: <body>: MuJoCo .*mass and inertia"),
    "bomb": (
        '<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><mujoco model="&b;"/>',
        "document type",
    ),
    "entity": ('<!DOCTYPE m SYSTEM "file:///etc/passwd"><mujoco/>', "document type"),
    "nan": (model(ARM.replace('mass="1"', 'mass="nan"')), "mass has 'nan'"),
    "infinite": (model(ARM.replace('mass="1"', 'mass="1e999"')), "mass has '1e999'"),
    "huge": (model(ARM.replace('mass="1"', 'mass="1e300"')), "mass is beyond 1e"),
    "deep": (model("<body>" * 250 + "</body>" * 250), "nested more than"),
    "deeper": (model("<body>" * 100_000 + "</body>" * 100_000), "nested|elements"),
    "copies": (
        model('<replicate count="999">' * 3 + ARM + "</replicate>" * 3),
        "more than 20000 elements",
    ),
    "count": (model('<replicate count="1e9"><body/></replicate>'), "expected a count"),
    "mesh": (
        model('<body><joint/><geom type="mesh" mesh="m"/></body>',
              '<asset><mesh name="m" file="m.stl"/></asset>'),
        "a text has no directory",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_read_gets_one_sentence(case: str) -> None:
    text, sentence = REFUSED[case]
    start = time.process_time()
    with pytest.raises(TorsorError, match=sentence) as caught:
        read_mjcf(text, file="x.xml")
    assert time.process_time() - start < 2
    said = str(caught.value)
    assert said.startswith("x.xml")
    assert said.isprintable()
    assert len(said) < 400


def test_a_slack_tendon_is_left_out_and_told() -> None:
    assert any("1 tendon (rope)" in n for n in read_mjcf(model(more=TENDON.format(0))).notes)


CLIMBS = ("../secret.xml", "/etc/passwd", "sub/../../secret.xml", "..", "C:\\x.xml", "a\\b",
          "http://host/x.xml", "~/x.xml", "link.xml", "")  # fmt: skip


@pytest.mark.parametrize("file", CLIMBS)
def test_includes_and_meshes_that_climb_out_are_refused(file: str, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "secret.xml").write_text("<mujoco><worldbody/></mujoco>")
    (folder / "link.xml").symlink_to(tmp_path / "secret.xml")
    mesh = f'<asset><mesh name="m" file="{file}"/></asset>'
    shape = '<body><joint/><geom type="mesh" mesh="m"/></body>'
    for text in (model(more=f'<include file="{file}"/>'), model(shape, mesh)):
        (folder / "arm.xml").write_text(text)
        with pytest.raises(TorsorError, match=r"arm\.xml:2: .*(directory|MuJoCo|file)"):
            load_mjcf(folder / "arm.xml")
    climbing = '<compiler meshdir=".."/><asset><mesh name="m" file="secret.xml"/></asset>'
    (folder / "arm.xml").write_text(model(shape, climbing))
    with pytest.raises(TorsorError, match="own directory"):
        load_mjcf(folder / "arm.xml")


def test_included_files_are_bounded_and_named(tmp_path: Path) -> None:
    arm = tmp_path / "arm.xml"
    arm.write_text(model(more='<include file="a.xml"/>'))
    with pytest.raises(TorsorError, match=r"arm\.xml:2: the file 'a\.xml': No such file"):
        load_mjcf(arm)
    (tmp_path / "a.xml").write_text('<mujoco>\n<include file="a.xml"/></mujoco>')
    with pytest.raises(TorsorError, match=r"a\.xml:2: 'a\.xml' is included a second time"):
        load_mjcf(arm)
    (tmp_path / "a.xml").write_text("<mujoco>\n\n<option gravit='0'/></mujoco>")
    with pytest.raises(TorsorError, match=r"^a\.xml:3: <option>: MuJoCo .*gravit"):
        load_mjcf(arm)
    (tmp_path / "a.xml").write_text("<!DOCTYPE x [<!ENTITY e 'x'>]><mujoco/>")
    with pytest.raises(TorsorError, match=r"^a\.xml: a document type"):
        load_mjcf(arm)
    (tmp_path / "a.xml").write_bytes(b"\xff\xfe<")
    with pytest.raises(TorsorError, match=r"not a UTF-8 text"):
        load_mjcf(arm)
    with pytest.raises(TorsorError, match="cannot be read"):
        load_mjcf(tmp_path / "none.xml")
    with (tmp_path / "big.xml").open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(TorsorError, match="larger than"):
        load_mjcf(tmp_path / "big.xml")


@pytest.mark.parametrize(
    "name", ["a&quot;b", "a&#10;b", r"\input{x}", "$(rm -rf /)", "é", "x" * 300]
)
def test_strange_names_become_plain_ones_and_are_told(name: str) -> None:
    robot = read_mjcf(model(ARM.replace('"j"', f'"{name}"').replace("arm", name)).replace(
        "<mujoco>", f'<mujoco model="{name}">'))  # fmt: skip
    kept = robot.joints[0].name
    assert len(kept) <= 60
    assert all(ch.isalnum() or ch in " _-.+" for ch in kept + robot.name)
    assert all(note.isprintable() for note in robot.notes)
    assert kept == name or any("written differently" in note for note in robot.notes)


def test_warnings_of_mujoco_leave_no_file_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for text, _ in list(REFUSED.values())[:12]:
        with pytest.raises(TorsorError):
            read_mjcf(text)
    assert not list(tmp_path.iterdir())
