"""Newton and Euler's recursion as a user of JAX or PyTorch writes it: plain arrays, any batch."""

from __future__ import annotations

from typing import Any


def inverse_dynamics(xp: Any, rows: list[dict[str, Any]], q: Any, dq: Any, ddq: Any) -> Any:
    """Driving forces (…, n) of turning joints about z; ``xp`` is ``jax.numpy`` or ``torch``."""

    def vector(x: Any, y: Any, z: Any) -> Any:
        zero = 0 * q[..., 0]
        return xp.stack([zero + x, zero + y, zero + z], -1)

    def cross(a: Any, b: Any) -> Any:
        return xp.stack(
            [
                a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1],
                a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2],
                a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0],
            ],
            -1,
        )

    def apply(matrix: Any, v: Any) -> Any:
        return (matrix * v[..., None, :]).sum(-1)

    def back(matrix: Any, v: Any) -> Any:
        return (matrix * v[..., :, None]).sum(-2)

    w, dw, a = vector(0, 0, 0), vector(0, 0, 0), vector(0, 0, rows[0]["gravity"])
    turned, forces, moments = [], [], []
    for k, row in enumerate(rows):
        s, c = xp.sin(q[..., k]), xp.cos(q[..., k])
        ca, sa = row["turn"]
        zero = 0 * s
        R = xp.stack(
            [
                xp.stack([c, -s, zero], -1),
                xp.stack([s * ca, c * ca, zero - sa], -1),
                xp.stack([s * sa, c * sa, zero + ca], -1),
            ],
            -2,
        )
        p = vector(*row["offset"])
        a = back(R, a + cross(dw, p) + cross(w, cross(w, p)))
        axis, before = vector(0, 0, 1), back(R, w)
        rate = dq[..., k, None] * axis
        dw = back(R, dw) + cross(before, rate) + ddq[..., k, None] * axis
        w = before + rate
        centre = vector(*row["centre"])
        F = row["mass"] * (a + cross(dw, centre) + cross(w, cross(w, centre)))
        inertia = row["inertia"]
        spin = xp.stack([sum(inertia[i][j] * w[..., j] for j in range(3)) for i in range(3)], -1)
        turn = xp.stack([sum(inertia[i][j] * dw[..., j] for j in range(3)) for i in range(3)], -1)
        turned.append((R, p, centre))
        forces.append(F)
        moments.append(turn + cross(w, spin))
    f, n, tau = vector(0, 0, 0), vector(0, 0, 0), []
    for k in reversed(range(len(rows))):
        _, _, centre = turned[k]
        if k + 1 < len(rows):
            R, p, _ = turned[k + 1]
            inner = apply(R, f)
            n = apply(R, n) + cross(p, inner)
            f = inner
        n = n + moments[k] + cross(centre, forces[k])
        f = f + forces[k]
        tau.append(n[..., 2])
    return xp.stack(tau[::-1], -1)
