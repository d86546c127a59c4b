"""What strict XML refuses and Pinocchio reads: read too, with a note, and the forces are the same.

pybullet's collection has 26 files that declare XML 0.0, and some with a declaration below line 1.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from tests.formats.arms import by_torsor, random_states

import torsor
from torsor import TorsorError
from torsor.formats.urdf.reader import read_urdf

ARM = """<robot name="arm">
<link name="base"/>
<link name="a"><inertial><origin xyz="0.1 0 0.2"/><mass value="2"/>
<inertia ixx="0.1" iyy="0.2" izz="0.25" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="b"><inertial><origin xyz="0.3 0 0"/><mass value="1"/>
<inertia ixx="0.1" iyy="0.2" izz="0.25" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="one" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="2" velocity="3"/></joint>
<joint name="two" type="prismatic"><origin xyz="0 0 0.5"/><parent link="a"/><child link="b"/>
<axis xyz="1 0 0"/><limit lower="0" upper="1" effort="2" velocity="3"/></joint>
</robot>
"""
HEAD = '<?xml version="1.0"?>\n'
BASE = '<link name="base"/>'


def inside(more: str) -> str:
    """The arm with something more in its root element."""
    return ARM.replace(BASE, BASE + more)


READ: dict[str, tuple[str | bytes, str]] = {
    "version 0.0": ('<?xml version="0.0"?>\n' + ARM, "the file declares XML version '0.0'"),
    "version 0.0 as pybullet": ('<?xml version="0.0" ?>\n' + ARM, "declares XML version '0.0'"),
    "version 2.0": ('<?xml version="2.0"?>' + ARM, "declares XML version '2.0'"),
    "version of letters": ('<?xml version="abc"?>' + ARM, "declares XML version 'abc'"),
    "no version": ("<?xml?>" + ARM, "is malformed"),
    "an encoding alone": ('<?xml encoding="utf-8"?>' + ARM, "is malformed"),
    "blank lines first": ("\n\n \t" + HEAD + ARM, "stands in line 3"),
    "twice": (HEAD + HEAD + ARM, "a second XML declaration, in line 2"),
    "an instruction first": ("<?foo bar?>" + HEAD + ARM, "stands in line 1, not at the very"),
    "a byte order mark": (("\ufeff" + HEAD + ARM).encode(), ""),
    "a byte order mark below": ("\n\ufeff" + ARM, ""),
    "text first": ("expanded from arm.xacro\n" + ARM, "'expanded from arm.xacro', ignored"),
    "line ends of Windows": ((HEAD + ARM).replace("\n", "\r\n"), ""),
    "line ends of old": ((HEAD + ARM).replace("\n", "\r"), ""),
    "Latin-1 that is ASCII": ('<?xml version="1.0" encoding="ISO-8859-1"?>' + ARM, ""),
    "an unknown encoding": ('<?xml version="1.0" encoding="bogus"?>' + ARM, ""),
    "Latin-1": (
        ('<?xml version="1.0" encoding="ISO-8859-1"?><!-- 90\xb0 -->' + ARM).encode("latin-1"),
        "read as the iso-8859-1 that it declares",
    ),
    "Latin-1, undeclared": (("\n<!-- 90\xb0 -->" + ARM).encode("latin-1"), "the first in line 2"),
    "a second root": (ARM + "<robot/>", "'<robot/' follows; it is not read"),
    "a stray end": (ARM + "\n</robot>\n", "'</robot' follows; it is not read"),
    "a zero byte": (ARM + "\0", "a zero byte follows"),
    "a comment last": (ARM + "<!-- end -->", ""),
    "hyphens in a comment": ("<!-- a -- b -->" + ARM, "two hyphens inside a comment"),
    "hyphens below": (inside("\n<!---- > <link> ---->"), "two hyphens inside a comment"),
    "xacro's namespace": (ARM.replace("<robot", '<robot xmlns:xacro="http://x"'), ""),
    "a namespace": (ARM.replace("<robot", '<robot xmlns="http://www.ros.org"'), ""),
    "a prefix declared nowhere": (inside("<foo:x/>"), "the prefixes foo"),
    "prefixes of attributes": (ARM.replace("<robot", '<robot xsi:a="b" c:d="e"'), "xsi, c"),
    "two axes": (
        ARM.replace('<axis xyz="0 1 0"/>', '<axis xyz="0 1 0"/><axis xyz="1 0 0"/>'),
        "given twice, and the first counts: <axis> of joint 'one'",
    ),
    "two origins": (
        ARM.replace('<origin xyz="0 0 0.5"/>', '<origin xyz="0 0 0.5"/><origin xyz="1 1 1"/>'),
        "<origin> of joint 'two'",
    ),
    "two masses": (
        ARM.replace('<mass value="2"/>', '<mass value="2"/><mass value="7"/>'),
        "<mass> of the inertial frame of link 'a'",
    ),
    "two inertials": (
        ARM.replace("</inertial></link>", "</inertial><inertial/></link>"),
        "<inertial> of link 'a', <inertial> of link 'b'",
    ),
}
"""Texts that Pinocchio reads, and what the notes say."""

MORE: dict[str, tuple[str | bytes, str]] = {
    "a comment first": ("<!-- a robot -->\n" + HEAD + ARM, "stands in line 2"),
    "a comment between": (HEAD + "<!-- a -->" + HEAD + ARM, "a second XML declaration"),
    "a name in Latin-1": (
        ('<?xml version="1.0" encoding="latin-1"?>' + ARM.replace('"one"', '"\xe9"')).encode(
            "latin-1"
        ),
        "latin-1 that it declares",
    ),
}
"""Texts that Pinocchio refuses and that are plain all the same."""

REFUSED: dict[str, tuple[str | bytes, str]] = {
    "a declaration inside": (inside(HEAD), "2: malformed XML: xML declaration allowed only"),
    "a declaration behind": (ARM + HEAD, "malformed XML: xML declaration allowed only"),
    "text behind": (ARM + "more", "malformed XML: extra content at the end"),
    "UTF-16": ((HEAD + ARM).encode("utf-16"), "not a UTF-8 text"),
    "bytes in a name": (
        ARM.replace('"one"', '"\xe9"').encode("latin-1"),
        "the name '�' is refused",
    ),
    "bytes of no text": (b"\x89PNG\r\n\x1a\n\0\0<<<\xff\xff", "not a UTF-8 text"),
    "unquoted": (ARM.replace('type="revolute"', "type=revolute"), "malformed XML"),
    "twice the same attribute": (ARM.replace("<robot", '<robot name="b"'), "malformed XML"),
    "a bare ampersand": (ARM.replace('"arm"', '"a & b"'), "malformed XML"),
    "a document type": ("<!-- a -- b -->" + HEAD + "<!DOCTYPE robot>" + ARM, "document type"),
    "xacro, undeclared": (inside("<xacro:include filename='x'/>"), "written for xacro"),
    "never closed": ("<!-- " + ARM, "malformed XML"),
    "an open declaration": ("<?xml version='0.0'" + ARM, "malformed XML"),
}


@pytest.mark.parametrize(("content", "note"), READ.values(), ids=READ)
def test_what_pinocchio_reads_is_read_with_a_note_and_agrees(
    content: str | bytes, note: str, tmp_path: Path
) -> None:
    file = tmp_path / "arm.urdf"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    robot = torsor.load(file, exact_angles=False)
    model = pin.buildModelFromUrdf(str(file))
    data = model.createData()
    for state in random_states(2, 5):
        theirs = pin.rnea(model, data, *state)
        assert np.abs(by_torsor(robot, state).tau - theirs).max() < 1e-12 * np.abs(theirs).max()
    assert [joint.name for joint in robot.joints] == ["one", "two"]
    usual = read_urdf(ARM).notes
    more = [n for n in robot.notes if n not in usual and not n.startswith("ignored elements")]
    assert note in "; ".join(more)
    assert bool(note) == bool(more), more


@pytest.mark.parametrize(("content", "note"), MORE.values(), ids=MORE)
def test_a_declaration_says_nothing_of_the_robot_wherever_it_stands(
    content: str | bytes, note: str
) -> None:
    robot = read_urdf(content)
    assert robot.links == read_urdf(ARM).links
    assert note in "; ".join(robot.notes)


@pytest.mark.parametrize(("content", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_could_be_misread_stays_refused(content: str | bytes, sentence: str) -> None:
    with pytest.raises(TorsorError, match=r"^arm\.urdf:") as refusal:
        read_urdf(content, file="arm.urdf")
    assert sentence in str(refusal.value)


def test_a_place_is_the_line_of_the_file_after_mending() -> None:
    broken = "\n<!-- a -- b\n -->\n" + '<?xml version="0.0"?>\n' + ARM.replace('"2"', '"two"', 1)
    with pytest.raises(TorsorError, match=r"^arm\.urdf:7: .*'two' is not a finite decimal number"):
        read_urdf(broken, file="arm.urdf")


@pytest.mark.parametrize(
    "text",
    [
        "<?xml?>" * 200_000,
        "<?xml?> a" * 200_000 + ARM,
        "<!--" * 500_000,
        "<!-- -- -->" * 100_000 + ARM,
        " " * 3_900_000 + ARM,
        "\ufeff " * 1_000_000 + ARM,
        ARM + "</robot>" * 300_000,
        "<a '" * 290_000,
        "<a:b " * 290_000,
        "<robot>" + "".join(f"<p{k}:a/>" for k in range(90_000)) + "</robot>",
    ],
    ids=lambda text: text[:14],
)
def test_mending_takes_time_in_proportion_to_the_text(text: str) -> None:
    from time import process_time

    start = process_time()
    try:
        read_urdf(text, file="x.urdf")
    except TorsorError as error:
        assert len(str(error)) < 700
    assert process_time() - start < 4
