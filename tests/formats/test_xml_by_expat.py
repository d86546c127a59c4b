"""Without lxml, as in a browser, URDF is read by expat: the same robots, refusals too."""

from __future__ import annotations

import pytest
from tests.formats.random_urdf import random_urdf

from torsor.errors import TorsorError
from torsor.formats.urdf.reader import read_urdf
from torsor.formats.xml import tree

ARM = """<?xml version="1.0"?>
<!-- an arm -->
<robot name="arm" xmlns:xacro="http://ros.org/wiki/xacro">
  <link name="base"/>
  <link name="one"><inertial><mass value="2"/><origin xyz="0 0 0.1"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="one"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <gazebo reference="one"><a:b/></gazebo>
</robot>
"""


@pytest.fixture
def without_lxml(monkeypatch):
    def use() -> None:
        monkeypatch.setattr(tree, "find_spec", lambda name: None)

    return use


@pytest.mark.parametrize("seed", range(12))
def test_expat_reads_the_same_robot(without_lxml, seed):
    text = random_urdf(seed)
    by_lxml = read_urdf(text)
    without_lxml()
    by_expat = read_urdf(text)
    assert by_expat == by_lxml
    assert by_expat.notes == by_lxml.notes


def test_prefixes_that_nobody_declared_are_passed_over_by_both(without_lxml):
    by_lxml = read_urdf(ARM)
    without_lxml()
    assert read_urdf(ARM) == by_lxml


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (ARM.replace("</robot>", ""), "malformed XML"),
        (ARM.replace("</link>\n  <joint", "</lnk>\n  <joint"), ":6: malformed XML: mismatched tag"),
        ('<!DOCTYPE r [<!ENTITY a "b">]><robot name="&a;"/>', "document type"),
        ("<robot name='x'>" + "<a>" * 300 + "</a>" * 300 + "</robot>", "256 deep"),
        ('<robot name="x">&nbsp;</robot>', "malformed XML"),
        (ARM.replace('value="2"', 'value="${m}"'), "xacro"),
        ("", "malformed XML"),
    ],
    ids=["cut off", "mismatched", "doctype", "deep", "entity", "xacro", "empty"],
)
def test_what_is_wrong_is_refused_in_a_sentence(without_lxml, text, says):
    with pytest.raises(TorsorError):
        read_urdf(text, file="a.urdf")
    without_lxml()
    with pytest.raises(TorsorError, match=says) as caught:
        read_urdf(text, file="a.urdf")
    assert str(caught.value).startswith("a.urdf")
