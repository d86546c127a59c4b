"""Names of joints and links, each once, as the writers of URDF and MJCF need them."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def each_once(
    given: Mapping[int, str], usual: Mapping[int, str], taken: Collection[str] = ()
) -> dict[int, str]:
    """A name for every number of ``usual``: the one given, else the usual; no two are the same.

    Names that were given come before those that are made up; an empty one stays empty.
    """
    wanted = {i: given[i] for i in usual if given.get(i)}
    wanted |= {i: name for i, name in usual.items() if i not in wanted}
    seen, found = set(taken), {}
    for i, name in wanted.items():
        text, k = name, 2
        while text and text in seen:
            text, k = f"{name}_{k}", k + 1
        seen.add(text)
        found[i] = text
    return found
