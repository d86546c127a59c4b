"""Passes and derivatives: the value stays exactly what it was, and work never grows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.program.expressions import (
    PARAMETERS,
    STATES,
    Dual,
    built,
    computed,
    dual,
    function,
    trees,
)

from torsor.program.graph.differentiation import differentiate, differentiate_along
from torsor.program.graph.evaluation import evaluate, evaluate_floats
from torsor.program.graph.nodes import Graph, Node
from torsor.program.graph.passes import (
    collect_nodes,
    count_work,
    factor_sums,
    factor_terms,
    lighten,
    replace_inputs,
)
from torsor.program.graph.schedule import schedule_steps, strip_sign

small = st.fractions(min_value=-4, max_value=4, max_denominator=5)
points = st.fixed_dictionaries(dict.fromkeys((*STATES, *PARAMETERS), small))
several = st.lists(trees(surds=True), min_size=1, max_size=4)


def values_of(outputs: list[Any], at: dict[str, Fraction]) -> list[Any]:
    return evaluate(outputs, at.__getitem__, function, lambda exact: exact)


@settings(deadline=None, max_examples=100)
@given(several, points)
def test_factoring_keeps_every_value(forest: list[Any], at: dict[str, Fraction]) -> None:
    graph = Graph()
    before = [built(tree, graph) for tree in forest]
    wanted = [computed(tree, at) for tree in forest]
    assert values_of(factor_sums(graph, before), at) == wanted
    light = lighten(graph, before)
    assert values_of(light, at) == wanted
    assert count_work(light) <= count_work(before)
    assert lighten(graph, light) == light


def test_a_shared_factor_is_taken_out() -> None:
    graph = Graph()
    a, b, c, x = (graph.input(n) for n in "abcx")
    (light,) = lighten(graph, [a * x + b * x + c * x])
    assert count_work([light]) == 3
    p, q = graph.input("p", 1), graph.input("q", 1)
    (light,) = lighten(graph, [p * a + q * a + p * b])
    assert count_work([light]) == 3  # (p + q) a + p b: the parameters' sum is free


def test_like_terms_are_gathered() -> None:
    graph = Graph()
    x, y = graph.input("x"), graph.input("y")
    assert lighten(graph, [(x + y) + (x - y)]) == [2 * x]
    assert factor_terms(graph, [(2, (x, y)), (-2, (x, y))]) == 0
    assert factor_terms(graph, [(2, (x,)), (3, (x,)), (7, ())]) is graph.add(7, 5 * x)


@settings(deadline=None, max_examples=80)
@given(several, points, st.sampled_from(STATES))
def test_inputs_can_be_replaced(forest: list[Any], at: dict[str, Fraction], name: str) -> None:
    """Put x² + 1 in the place of an input that no function takes."""
    graph = Graph()

    def free(tree: Any) -> bool:
        if not isinstance(tree, tuple):
            return True
        return not (tree[0] in ("sin", "cos") and tree[1] == name) and all(map(free, tree[1:]))

    assume(all(map(free, forest)))
    before = [built(tree, graph) for tree in forest]
    x = graph.input(name)
    after = replace_inputs(graph, before, {name: x * x + 1})
    wanted = [computed(tree, at | {name: at[name] ** 2 + 1}) for tree in forest]
    assert values_of(after, at) == wanted


@settings(deadline=None, max_examples=80)
@given(trees(division=True), points, points)
def test_derivatives_are_exact(
    tree: Any, at: dict[str, Fraction], rates: dict[str, Fraction]
) -> None:
    """Against dual numbers: the chain rule carried along with the value, nothing symbolic."""
    graph = Graph()
    try:
        node = built(tree, graph)
        (gradient,) = differentiate(graph, [node], STATES)
        found = values_of(gradient, at)
        for name, slope in zip(STATES, found, strict=True):
            moving = {k: Dual(v, Fraction(k == name)) for k, v in at.items()}
            assert slope == dual(computed(tree, moving)).d
        moving = {k: Dual(v, rates[k] if k in STATES else Fraction(0)) for k, v in at.items()}
        (rate,) = values_of(differentiate_along(graph, [node], {n: rates[n] for n in STATES}), at)
        assert rate == dual(computed(tree, moving)).d
    except ZeroDivisionError:
        assume(False)


@settings(deadline=None, max_examples=80)
@given(several)
def test_the_schedule_computes_everything_once_and_in_time(forest: list[Any]) -> None:
    graph = Graph()
    outputs = [built(tree, graph) for tree in forest]
    for fuse in (True, False):
        known: set[int] = set()
        for step in schedule_steps(outputs, fuse):
            used = [a for a in step.node.args if a is not step.fused]
            used += step.fused.args if step.fused else ()
            for a in used:
                bare = strip_sign(a)[0]
                if isinstance(bare, Node) and bare.stage == 2 and bare.op != "input":
                    assert bare.id in known
            assert step.node.id not in known
            known.add(step.node.id)
        for output in outputs:
            bare = strip_sign(output)[0]
            if isinstance(bare, Node) and bare.stage == 2 and bare.op != "input":
                assert bare.id in known


@settings(deadline=None)
@given(trees(), points)
def test_floats_are_near(tree: Any, at: dict[str, Fraction]) -> None:
    from math import cos, sin

    graph = Graph()
    (found,) = evaluate_floats([built(tree, graph)], {k: float(v) for k, v in at.items()})

    def direct(t: Any) -> float:
        if isinstance(t, str):
            return float(at[t])
        if not isinstance(t, tuple):
            return float(t)
        a, b = direct(t[1]), direct(t[-1])
        return {
            "add": a + b, "sub": a - b, "mul": a * b, "neg": -a, "sin": sin(a), "cos": cos(a),
        }[t[0]]  # fmt: skip

    def size(t: Any) -> float:
        if not isinstance(t, tuple):
            return abs(direct(t))
        if t[0] in ("sin", "cos"):
            return 1.0
        a, b = size(t[1]), size(t[-1])
        return a * b if t[0] == "mul" else a if t[0] == "neg" else a + b

    assert abs(found - direct(tree)) <= 1e-12 * max(1.0, size(tree))


def test_a_long_sum_does_not_run_out_of_stack() -> None:
    graph = Graph()
    x = [graph.input(f"x{i}") for i in range(1, 1201)]
    y = graph.input("y")
    total: Any = 0
    for i, e in enumerate(x):
        total = total + e * (y if i % 2 else x[i - 1])
    assert count_work(lighten(graph, [total])) <= count_work([total])
    assert len(collect_nodes([total])) > 1200
