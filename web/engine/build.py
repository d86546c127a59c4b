"""The static studio: ``make studio`` puts the page and its engine into ``web/dist-studio``.

The engine is Pyodide from npm, python-flint's WebAssembly wheel from PyPI, lark and our own
sources, these and Python's library as bytecode compiled under that very Python.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

import hatch_build  # noqa: E402

TARGET = ROOT / "web/dist-studio/engine"
PYODIDE = HERE / "node_modules/pyodide"
STAMP = HERE / "node_modules/.made-of"
"""What the engine that stands there is made of."""

PLATFORM = ("pyemscripten_2026_0_wasm32", "3.14")
"""Of the Pyodide that package.json names; its lock file tells both."""

COPIED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
OWN = ("worker.mjs", "engine.mjs")

LEFT_OUT = (
    "cli", "identification", "studies", "reporting", "motion/actuators", "motion/dynamics",
    "motion/trajectory", "program/gpu", "program/jit", "program/tensors", "studio/native",
    "studio/page", "drawing/viewer/page.html", "drawing/moving", "drawing/plots", "drawing/reach",
)  # fmt: skip
"""Rooms that no answer of the page's engine enters."""

UNUSED = (
    "_pyrepl", "antigravity", "curses", "dbm", "doctest", "ensurepip", "ftplib", "idlelib",
    "imaplib", "lib2to3", "mailbox", "multiprocessing", "nntplib", "pdb", "poplib", "pydoc",
    "pydoc_data", "smtplib", "sqlite3", "this", "tkinter", "turtle", "turtledemo", "unittest",
    "venv", "wsgiref", "xmlrpc", "test", "pickletools", "_pyio", "_pydecimal", "profile",
    "cProfile", "pstats", "trace", "timeit", "tabnanny", "webbrowser", "http", "mimetypes",
    "optparse", "plistlib", "statistics", "tarfile", "uuid", "zoneinfo", "cmd",
    "filecmp", "fileinput", "netrc", "pyclbr", "sched", "shelve",
    "socketserver", "symtable", "wave", "zipapp", "xml/sax", "xml/dom",
    "encodings/cp", "encodings/mac_",
    "encodings/iso", "encodings/euc", "encodings/big5", "encodings/gb", "encodings/koi",
    "encodings/hp_", "encodings/ptcp", "encodings/johab", "encodings/shift", "encodings/tis",
    "encodings/hz", "encodings/bz2", "encodings/quopri", "encodings/uu_", "encodings/zlib",
    "encodings/rot", "encodings/hex_", "encodings/mbcs", "encodings/oem", "encodings/palmos",
    "encodings/kz", "encodings/punycode",
)  # fmt: skip
"""Modules of Python's library that neither Pyodide nor Torsor asks for."""


def build_engine() -> bool:
    """What stands in ``engine/`` beside the page; false where it is there, of these sources."""
    made = source_digest()
    if (TARGET / OWN[0]).is_file() and STAMP.is_file() and STAMP.read_text("utf-8") == made:
        return False
    command, environment = hatch_build.find_npm()
    if not (PYODIDE / "pyodide.asm.wasm").is_file():
        words = [*command, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run(words, cwd=HERE, env=environment, check=True, timeout=240)
    node = "node" if len(command) == 1 else command[0]
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=TARGET.parent) as folder:
        own, library = Path(folder, "own.zip"), Path(folder, "library.zip")
        fresh = Path(folder, "engine")
        fresh.mkdir()
        for name in COPIED:
            (fresh / name).write_bytes((PYODIDE / name).read_bytes())
        for name in OWN:
            (fresh / name).write_bytes((HERE / name).read_bytes())
        (fresh / "flint.zip").write_bytes(archive(wheel_files(fetch_flint())))
        own.write_bytes(archive((*own_files(), *lark_files(), *scene_files())))
        library.write_bytes(archive(library_files()))
        words = [node, "compile.mjs", own, fresh / "torsor.zip",
                 library, fresh / "python_stdlib.zip"]  # fmt: skip
        subprocess.run([*map(str, words)], cwd=HERE, env=environment, check=True, timeout=240)
        for file in sorted(fresh.iterdir()):
            file.replace(TARGET / file.name)
    STAMP.write_text(made, "utf-8")
    return True


def source_digest() -> str:
    """What the engine is made of, as a number that changes with it."""
    found = hashlib.sha256(f"{sys.version_info[:2]} {version('python-flint')}".encode())
    here = ((file.name, file.read_bytes()) for file in sorted(HERE.iterdir()) if file.is_file())
    for name, content in (*here, *own_files(), *lark_files()):
        found.update(name.encode() + b"\0" + content + b"\0")
    return found.hexdigest()


Files = Iterator[tuple[str, bytes]]


def own_files() -> Files:
    """Torsor's sources and data, and what tells its version."""
    source = ROOT / "src"
    for file in sorted((source / "torsor").rglob("*")):
        name = file.relative_to(source).as_posix()
        inside = name.removeprefix("torsor/")
        kept = not any(inside == out or inside.startswith(f"{out}/") for out in LEFT_OUT)
        if file.is_file() and kept and "__pycache__" not in name and not name.endswith(".pyi"):
            yield name, file.read_bytes()
    told = f"Metadata-Version: 2.1\nName: torsor\nVersion: {version('torsor')}\n"
    yield f"torsor-{version('torsor')}.dist-info/METADATA", told.encode()


def scene_files() -> Files:
    """The library: its list, read once for all, and scenes and pictures, which need NumPy."""
    from torsor.errors import TorsorError
    from torsor.formats.load import library_names
    from torsor.studio.answering import answer
    from torsor.studio.answers.catalogue import library_robots
    from torsor.studio.kept import Kept

    yield "torsor/studio/answers/drawn/library.json", json.dumps(library_robots()).encode()
    kept = Kept()
    for name in library_names():
        robot = {"text": name}
        try:
            made = {
                "scene": answer("scene", {"robot": robot}, kept),
                "light": answer("thumbnail", {"robot": robot}, kept),
                "dark": answer("thumbnail", {"robot": robot, "dark": True}, kept),
            }
        except TorsorError:  # a robot given by bodies has no picture
            continue
        yield f"torsor/studio/answers/drawn/{name}.json", json.dumps(made).encode()


def lark_files() -> Files:
    """lark, which is Python alone."""
    spec = find_spec("lark")
    assert spec is not None
    assert spec.submodule_search_locations
    home = Path(spec.submodule_search_locations[0])
    for file in sorted(home.rglob("*")):
        name = file.relative_to(home.parent).as_posix()
        extra = ("lark/__pyinstaller", "lark/tools", "lark/ast_utils", "lark/reconstruct")
        if file.suffix in (".py", ".lark") and not name.startswith(extra):
            yield name, file.read_bytes()


def library_files() -> Files:
    """Python's own library, less what nothing here asks for."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as library:
        for name in library.namelist():
            first = name.partition("/")[0].removesuffix(".py")
            begun = any("/" in unused and name.startswith(unused) for unused in UNUSED)
            needed = name == "encodings/cp437.py" or not (first in UNUSED or begun)
            if needed and not name.endswith("/"):
                yield name, library.read(name)


def wheel_files(wheel: Path) -> Files:
    """A wheel's files, its tests left out."""
    with zipfile.ZipFile(wheel) as content:
        for name in content.namelist():
            if not name.startswith("flint/test/") and not name.endswith((".pyi", ".pxd", "/")):
                yield name, content.read(name)


def fetch_flint() -> Path:
    """python-flint's wheel for WebAssembly, of the version that is used here."""
    platform, python = PLATFORM
    folder = HERE / "node_modules/.wheels"
    wanted = f"python-flint=={version('python-flint')}"
    words = [
        sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:",
        "--platform", platform, "--python-version", python, "--implementation", "cp",
        "-d", str(folder), wanted,
    ]  # fmt: skip
    found = sorted(folder.glob(f"python_flint-{version('python-flint')}-*{platform}.whl"))
    if not found:
        subprocess.run(words, check=True, timeout=240)
        found = sorted(folder.glob(f"python_flint-*{platform}.whl"))
    return found[-1]


def archive(files: Files | tuple[tuple[str, bytes], ...]) -> bytes:
    """Files as an archive that is the same whenever it is made."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name, content in files:
            made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content,
                          zipfile.ZIP_DEFLATED)  # fmt: skip
    return found.getvalue()


if __name__ == "__main__":
    hatch_build.build_pages()
    build_engine()
    files = [file for file in TARGET.parent.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    sent = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
    print(f"built {TARGET.parent.relative_to(ROOT)}: {size / 1e6:.1f} MB, {sent / 1e6:.1f} MB as "
          "a server sends it with gzip")  # fmt: skip
