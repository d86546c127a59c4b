"""Named intermediates of several forms in one document: counted on, and never the same twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from torsor.equations.tree import Product, Sum


def joined(
    trees: Sequence[Sum], definitions: Mapping[str, Sum], known: dict[Sum, str]
) -> tuple[list[Sum], dict[str, Sum]]:
    """The trees, and those definitions that are new; ``known`` are all so far, and grows."""
    names: dict[str, str] = {}
    new: dict[str, Sum] = {}

    def renamed(tree: Sum) -> Sum:
        return Sum(tuple(Product(p.coefficient, tuple(map(factor, p.factors))) for p in tree.parts))

    def factor(pair: tuple[str | Sum, int]) -> tuple[str | Sum, int]:
        atom, exponent = pair
        return (names.get(atom, atom) if isinstance(atom, str) else renamed(atom)), exponent

    for name, tree in definitions.items():  # each is made of those before it
        body = renamed(tree)
        if body not in known:
            known[body] = f"sigma{len(known) + 1}"
            new[known[body]] = body
        names[name] = known[body]
    return [renamed(tree) for tree in trees], new
