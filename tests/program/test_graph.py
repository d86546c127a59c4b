"""The expression graph: what it simplifies as it grows means the same, and costs no more."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.program.expressions import PARAMETERS, STATES, built, computed, function, trees

from torsor.algebra.surds import Surd, root
from torsor.program.graph.evaluation import evaluate
from torsor.program.graph.nodes import PARAMETER, STATE, Graph, Node
from torsor.program.graph.passes import collect_nodes, count_operations

small = st.fractions(min_value=-4, max_value=4, max_denominator=5)
points = st.fixed_dictionaries(dict.fromkeys((*STATES, *PARAMETERS), small))


def value_of(operand: Any, at: dict[str, Fraction]) -> Any:
    (found,) = evaluate([operand], at.__getitem__, function, lambda exact: exact)
    return found


@settings(deadline=None, max_examples=100)
@given(trees(surds=True), points)
def test_a_graph_has_its_expressions_value(tree: Any, at: dict[str, Fraction]) -> None:
    assert value_of(built(tree, Graph()), at) == computed(tree, at)


@settings(deadline=None, max_examples=80)
@given(trees(division=True), points)
def test_so_it_has_with_quotients(tree: Any, at: dict[str, Fraction]) -> None:
    try:
        wanted = computed(tree, {k: Fraction(v) for k, v in at.items()})
        node = built(tree, Graph())
    except ZeroDivisionError:
        assume(False)
    assert value_of(node, at) == wanted


@given(trees(surds=True))
def test_the_same_expression_is_the_same_node(tree: Any) -> None:
    graph = Graph()
    assert same(built(tree, graph), built(tree, graph))
    count = len(graph.nodes)
    built(tree, graph)
    assert len(graph.nodes) == count


def same(a: Any, b: Any) -> bool:
    return a is b if isinstance(a, Node) or isinstance(b, Node) else a == b


@given(trees(), trees())
def test_sums_and_products_commute_and_signs_cancel(a: Any, b: Any) -> None:
    graph = Graph()
    x, y = built(a, graph), built(b, graph)
    assert same(graph.add(x, y), graph.add(y, x))
    assert same(graph.multiply(x, y), graph.multiply(y, x))
    assert same(graph.negative(graph.negative(x)), x)
    assert same(graph.add(x, graph.negative(x)), 0)
    assert same(graph.multiply(x, 1), x)
    assert same(graph.multiply(x, 0), 0)
    assert same(graph.add(x, 0), x)
    assert same(graph.multiply(graph.negative(x), y), graph.negative(graph.multiply(x, y)))


@given(trees(surds=True))
def test_a_node_comes_after_what_it_needs_and_as_late_as_it_must(tree: Any) -> None:
    for node in collect_nodes([built(tree, Graph())]):
        stages = [a.stage if isinstance(a, Node) else 0 for a in node.args]
        assert all(a.id < node.id for a in node.args if isinstance(a, Node))
        if node.op != "input":
            assert node.stage == max(stages)
        assert node.op != "neg" or node.args[0].op != "neg"
        if node.op in ("add", "sub", "mul", "div"):
            assert not any(isinstance(a, Node) and a.op == "neg" for a in node.args)


def test_constants_meet() -> None:
    graph = Graph()
    p, q, x = graph.input("p", PARAMETER), graph.input("q", PARAMETER), graph.input("x")
    assert (2 * (p * (3 * x))) is ((6 * p) * x)
    assert (q * (p * x)) is ((p * q) * x)
    product = q * (p * x)
    assert [a.stage for a in product.args] == [PARAMETER, STATE]
    assert count_operations([product]) == {"mul": 1, "add": 0, "div": 0, "trig": 0}
    assert (p * x + q * x) is ((p + q) * x)
    assert (3 * x - 2 * x) is x
    assert ((x + p) - x) is p
    assert root(2) * (root(2) * x) is 2 * x
    assert (x / 4) is (Fraction(1, 4) * x)
    assert isinstance((x / root(2)).args[0], Surd)


def test_small_powers() -> None:
    graph = Graph()
    x = graph.input("x")
    assert x**0 == 1
    assert x**3 is (x * (x * x)) or x**3 is ((x * x) * x)
    assert value_of(x**-2, {"x": Fraction(3)}) == Fraction(1, 9)


def test_a_division_by_a_plain_zero_is_told() -> None:
    with pytest.raises(ZeroDivisionError):
        Graph().input("x") / 0
