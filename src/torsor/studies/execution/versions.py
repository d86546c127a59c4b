"""What the numbers of a row depend on besides its work: versions, and Torsor's own source."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import torsor

SOURCE = "source"
PACKAGES = ("torsor", "numpy", "scipy", "pyarrow", "llvmlite")


@lru_cache(maxsize=1)
def find_versions() -> dict[str, str]:
    """Each package's version (empty where it is not installed) and the digest of our source."""
    found = {SOURCE: digest_source()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = ""
    return found


def digest_source() -> str:
    """The digest of every Python file of the package: an edited checkout has a version too."""
    assert torsor.__file__ is not None
    home = Path(torsor.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(home.rglob("*.py")):
        digest.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def compare_versions(expected: Mapping[str, object], found: Mapping[str, object]) -> str:
    """What of the found is other than expected, in words; nothing where all is the same."""
    names = [n for n in dict.fromkeys((*expected, *found)) if expected.get(n) != found.get(n)]
    # Another version of Torsor has another source: told once.
    if "torsor" in names and SOURCE in names:
        names.remove(SOURCE)
    return " and ".join(tell_version(name, found.get(name)) for name in names)


def tell_version(name: str, found: object) -> str:
    """A version in words."""
    if name == SOURCE:
        return "another source of Torsor"
    return f"{name} {found}" if found else f"no {name}"
