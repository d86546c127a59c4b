"""Collected and factored trees are the same polynomial; every σ is defined once, before its use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.equations.reading import SMALL, equations, model, printed

from torsor.equations import Style
from torsor.equations.collect import BY, collect
from torsor.equations.intermediates import Named, name_intermediates
from torsor.equations.tree import Product, Sum, expand, flat, terms_of
from torsor.errors import TorsorError
from torsor.mechanics.effects import roles_of_robot
from torsor.notation import load_notation

DEPTHS_AND_SIZES = [(1, 2), (2, 2), (4, 2), (4, 4), (20, 2), (20, 6)]


def named(robot: str, depth: int, size: int) -> Named:
    shown = model(robot)
    terms = [terms_of(t) for t in shown.tau]
    return name_intermediates(terms, roles_of_robot(shown.robot), depth, size)


def products(tree: Sum) -> Iterator[Product]:
    """Every product of a tree, at any depth."""
    for product in tree.parts:
        yield product
        for factor, _ in product.factors:
            if isinstance(factor, Sum):
                yield from products(factor)


def sigmas(tree: Sum) -> Counter[str]:
    """How often each σ stands in a tree."""
    names = (f for p in products(tree) for f, _ in p.factors if isinstance(f, str))
    return Counter(name for name in names if name.startswith("sigma"))


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize("by", BY)
def test_a_collected_equation_multiplies_out_to_the_same_terms(robot: str, by: str) -> None:
    shown = model(robot)
    roles = roles_of_robot(shown.robot)
    for tau in shown.tau:
        tree = collect(terms_of(tau), by, roles)
        assert expand(tree) == terms_of(tau)


@pytest.mark.parametrize(
    ("by", "behind"),
    [
        ("acceleration", {("ddq1",), ("ddq2",)}),
        ("velocity", {("dq1", "dq2"), ("dq2^2",)}),
        ("motion", {("ddq1",), ("ddq2",), ("dq1", "dq2"), ("dq2^2",)}),
    ],
)
def test_a_collected_equation_has_each_motion_once(by: str, behind: set[tuple[str, ...]]) -> None:
    shown = model("planar2r")
    tree = collect(terms_of(shown.tau[0]), by, roles_of_robot(shown.robot))
    found = Counter(
        tuple(f if e == 1 else f"{f}^{e}" for f, e in p.factors if isinstance(f, str))
        for p in tree.parts
        if any(isinstance(f, Sum) for f, _ in p.factors)
    )
    assert found == Counter(behind)


def test_collecting_by_parameter_has_each_mass_and_inertia_once() -> None:
    shown = model("planar2r")
    tree = collect(terms_of(shown.tau[1]), "parameter", roles_of_robot(shown.robot))
    bodies = [
        tuple((f, e) for f, e in p.factors if isinstance(f, str) and f[0] in "mIr")
        for p in tree.parts
    ]
    inertial = [b for b in bodies if b]
    assert len(inertial) == len(set(inertial)) == 5  # Izz2, m2 rx2², m2 ry2², m2 rx2, m2 ry2


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize(("depth", "size"), DEPTHS_AND_SIZES)
def test_equations_with_intermediates_multiply_out_to_the_same_terms(
    robot: str, depth: int, size: int
) -> None:
    found = named(robot, depth, size)
    for tau, tree in zip(model(robot).tau, found.sums, strict=True):
        assert expand(tree, found.definitions) == terms_of(tau)


@pytest.mark.parametrize("robot", ["planar2r", "scara", "3r", "trtrr", "rttrr"])
@pytest.mark.parametrize(("depth", "size"), DEPTHS_AND_SIZES)
def test_every_intermediate_is_defined_once_before_its_use_and_used_more_than_once(
    robot: str, depth: int, size: int
) -> None:
    found = named(robot, depth, size)
    names = list(found.definitions)
    assert names == [f"sigma{i}" for i in range(1, len(names) + 1)]
    bodies = list(found.definitions.values())
    assert len(set(bodies)) == len(bodies)
    for i, body in enumerate(bodies):
        assert set(sigmas(body)) <= set(names[:i])
        assert len(body.parts) >= size
    uses = sum((sigmas(tree) for tree in (*bodies, *found.sums)), Counter())
    assert set(uses) == set(names)
    assert min(uses.values(), default=2) >= 2


def test_intermediates_really_shorten_what_is_printed() -> None:
    shown = model("trtrr")
    found = named("trtrr", 4, 2)
    roles = roles_of_robot(shown.robot)

    def size(trees: list[Sum]) -> int:
        return sum(len(p.factors) for tree in trees for p in products(tree))

    whole = size([flat(terms_of(t), roles) for t in shown.tau])
    assert len(found.definitions) == 8
    assert size([*found.sums, *found.definitions.values()]) < whole / 2


def test_a_sum_and_its_multiples_share_one_name() -> None:
    found = equations(printed(model("trtrr"), intermediates=True))
    (sigma,) = re.findall(r"2\*(sigma\d)\*dq2\*dq3", found["tau2"])
    assert f"- {sigma}*dq2^2" in found["tau3"]
    assert found[sigma] == "m5*sigma5 + m4*(l4 + l5 + q3) + m3*(l4 + q3)"


def test_no_product_has_the_same_factor_twice() -> None:
    found = named("trtrr", 4, 2)
    for tree in (*found.sums, *found.definitions.values()):
        for product in products(tree):
            atoms = [f for f, _ in product.factors]
            assert len(atoms) == len(set(atoms))


@pytest.mark.parametrize(
    ("style", "sentence"),
    [
        ({"shorter": ("cubes",)}, "no shorter form 'cubes'; expected squares, double, sums"),
        ({"collect": "colour"}, "nothing is collected by 'colour'; expected acceleration"),
        ({"collect": "motion", "intermediates": True}, "exclude each other"),
        ({"depth": 0}, "a depth of 1 to 20"),
        ({"depth": 21}, "a depth of 1 to 20"),
        ({"size": 1}, "a size of at least 2"),
    ],
)
def test_a_style_that_makes_no_sense_is_refused(style: dict[str, object], sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence):
        Style(load_notation("plain"), **style)
