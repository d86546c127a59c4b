"""An expression in parts: the terms that share the powers of some generators, taken out by FLINT.

Reading terms one by one costs a hundred times as much; a part is read only when it is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from torsor.algebra.expression import Expression

Powers = tuple[tuple[str, int], ...]


def parts_by(expression: Expression, names: Sequence[str]) -> dict[Powers, Expression]:
    """The expression's terms by their powers of these generators; the parts add up to it.

    >>> from torsor.algebra.ring import Ring
    >>> e = Ring(["a", "b", "x"]).parse("a*x^2 + b*x + a*b*x + b")
    >>> {powers: str(part) for powers, part in parts_by(e, ["x"]).items()}
    {(('x', 1),): 'a*b*x + b*x', (('x', 2),): 'a*x^2', (): 'b'}
    """
    present = [name for name in names if expression.degree(name)]
    if not present:
        return {(): expression} if expression else {}
    name, *others = present
    generator = expression.ring.generator(name)
    found: dict[Powers, Expression] = {}
    rest = expression
    for power in range(1, expression.degree(name) + 1):
        factor = expression.coefficient(name, power)
        if not factor:
            continue
        rest = rest - factor * generator**power
        for powers, part in parts_by(factor, others).items():
            found[(name, power), *powers] = part * generator**power
    return found | parts_by(rest, others)


def without(expression: Expression, names: Iterable[str]) -> Expression:
    """The terms that have none of these generators as a factor.

    >>> from torsor.algebra.ring import Ring
    >>> without(Ring(["a", "x"]).parse("a*x + a"), ["x"]) == Ring(["a", "x"]).parse("a")
    True
    """
    index = expression.ring.index
    places: dict[str | int, int] = {index[n]: 0 for n in names if expression.degree(n)}
    if not places:
        return expression
    return Expression(expression.ring, expression.poly.subs(places), expression.flags)
