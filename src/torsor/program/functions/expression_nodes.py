"""Exact expressions as graph nodes: for small robots the factored closed form is the least work."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.algebra.expression import Expression
from torsor.algebra.formula import call, name, number, read_formula
from torsor.program.graph.nodes import STATE, Node, Operand
from torsor.program.graph.passes import Term, factor_terms
from torsor.program.graph.scalars import GraphScalars


def build_nodes(expressions: Sequence[Expression], scalars: GraphScalars) -> list[Operand]:
    """A node for each expression."""
    known: dict[str, Operand] = {}
    return [_node(e, scalars, known) for e in expressions]


def _node(expression: Expression, scalars: GraphScalars, known: dict[str, Operand]) -> Operand:
    terms: list[Term] = []
    for term in expression.terms:
        constant: Operand = term.coefficient
        factors: list[Node] = []
        for generator, power in term.powers:
            if generator not in known:
                known[generator] = _generator(generator, scalars)
            value = known[generator]
            for _ in range(power):
                if isinstance(value, Node) and value.stage == STATE:
                    factors.append(value)
                else:
                    constant = constant * value if not isinstance(value, Node) else value * constant
        if isinstance(constant, Node) or constant:
            terms.append((constant, tuple(sorted(factors, key=lambda f: f.id))))
    return factor_terms(scalars.graph, terms)


def _generator(generator: str, scalars: GraphScalars) -> Operand:
    function, _, rest = generator.partition("(")
    if not rest:
        return scalars.value(name(generator))
    if function == "sqrt":
        return scalars.value(call("sqrt", number(int(rest[:-1]))))
    argument = read_formula(rest[:-1])
    if function == "sign":
        return scalars.value(call("sign", argument))
    return scalars.sin_cos(argument)[function == "cos"]
