"""The viewer's source: its own tests pass, and nothing in it names where packages come from."""

from __future__ import annotations

import json
import re
import subprocess

from hatch_build import PAGE, STAMP, WEB, BuildError, find_npm, source_digest
from tests.drawing.viewer.pages import need_page, skip


def test_the_source_has_right_types_and_passes_its_own_tests():
    try:
        command, environment = find_npm()
    except BuildError as error:
        skip(str(error))
    if not (WEB / "node_modules").is_dir():
        skip("web/node_modules is not there: `make web` brings it")
    done = subprocess.run(
        [*command, "test"], cwd=WEB, env=environment, timeout=120, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_is_built_from_this_source():
    need_page()
    assert STAMP.format(source_digest()) in PAGE.read_text("utf-8")


def test_the_lock_names_no_address_to_download_from():
    lock = (WEB / "package-lock.json").read_text("utf-8")
    assert "resolved" not in lock
    for name, package in json.loads(lock)["packages"].items():
        assert not name or package["integrity"].startswith("sha512-"), name
    hosts = set(re.findall(r"https?://([^/\"]+)", lock))
    assert hosts <= {"github.com", "opencollective.com", "paulmillr.com", "tidelift.com"}


def test_the_page_carries_the_licence_of_what_is_in_it():
    need_page()
    assert "three.js authors" in PAGE.read_text("utf-8")
