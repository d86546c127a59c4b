"""The cheapest pairing of two lists (the Hungarian method, with shortest augmenting paths).

For long lists of few pairs there is a greedy one, which takes the cheapest pair first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

INFINITE = float("inf")


def cheapest_pairs(cost: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Pairs (row, column) of least total cost; rows must be no more than columns."""
    n, m = len(cost), len(cost[0]) if cost else 0
    u, v = [0.0] * (n + 1), [0.0] * (m + 1)
    match = [0] * (m + 1)
    for i in range(1, n + 1):
        match[0] = i
        j0 = 0
        least = [INFINITE] * (m + 1)
        before = [0] * (m + 1)
        used = [False] * (m + 1)
        while match[j0]:
            used[j0] = True
            row, delta, j1 = match[j0], INFINITE, 0
            for j in range(1, m + 1):
                if used[j]:
                    continue
                reduced = cost[row - 1][j - 1] - u[row] - v[j]
                if reduced < least[j]:
                    least[j], before[j] = reduced, j0
                if least[j] < delta:
                    delta, j1 = least[j], j
            for j in range(m + 1):
                if used[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            j0 = j1
        while j0:
            match[j0] = match[before[j0]]
            j0 = before[j0]
    return [(match[j] - 1, j - 1) for j in range(1, m + 1) if match[j]]


def greedy_pairs(cost: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Pairs by rising cost, no row and no column twice."""
    rows: set[int] = set()
    columns: set[int] = set()
    found = []
    for (i, j), _ in sorted(cost.items(), key=lambda item: (item[1], item[0])):
        if i not in rows and j not in columns:
            rows.add(i)
            columns.add(j)
            found.append((i, j))
    return found
