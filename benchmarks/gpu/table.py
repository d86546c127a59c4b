"""The results as a page: what had to be shown, every strategy, the peers."""

from __future__ import annotations

from typing import Any

WANTED = {
    ("iiwa", "inverse_dynamics", "float32"): 93, ("iiwa", "inverse_dynamics", "float64"): 95,
    ("iiwa", "forward_dynamics", "float32"): 78, ("iiwa", "forward_dynamics", "float64"): 72,
    ("puma560", "inverse_dynamics", "float32"): 90, ("puma560", "inverse_dynamics", "float64"): 97,
    ("puma560", "forward_dynamics", "float32"): 82, ("puma560", "forward_dynamics", "float64"): 82,
}  # fmt: skip
"""Shares of the copy bandwidth, in per cent."""
STEPS = {("rollout euler", "float32"): 30, ("rollout rk4", "float32"): 6}
"""10⁹ steps a second, of iiwa."""


def _groups(rows: list[dict[str, Any]]) -> dict[tuple[str, str, str], list[dict[str, Any]]]:
    found: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["robot"], row["name"], row["dtype"]), []).append(row)
    return found


def write_table(whole: dict[str, Any]) -> str:
    """Markdown."""
    groups = _groups(whole.get("kernels", []))
    first = whole["first call"]
    lines = [
        f"# {whole['device']}, driver for CUDA {whole['driver'] / 1000:.1f}",
        "",
        f"First call: {first['cold']} s, from the driver's cache {first['warm']} s.",
        "",
        "| robot | function | float | G/s | share | wanted | bits | strategy | registers |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for key, rows in groups.items():
        best = max(rows, key=lambda row: row["rate"])
        share = f"{best['share']:.1f} %" if "share" in best else ""
        wanted = f"{WANTED[key]} %" if key in WANTED else STEPS.get(key[1:], "")
        lines.append(
            f"| {key[0]} | {key[1]} | {key[2]} | {best['rate']:.2f} | {share} | {wanted} | "
            f"{best['bits']} | {best['strategy']} | {best['registers']} |"
        )
    lines += ["", *_gradients(groups), "", *_peers(whole.get("peers", [])), ""]
    lines += ["| every strategy | | | | | |", "|---|---|---|---|---|---|"]
    for key, rows in groups.items():
        for row in rows:
            share = f"{row['share']:.1f} %" if "share" in row else ""
            lines.append(
                f"| {' '.join(key)} | {row['strategy']} | {row['registers']} registers | "
                f"{row['rate']:.2f} G/s | {share} | {row['bits']} |"
            )
    lines += ["", *(f"- failed: {failure}" for failure in whole["failures"])]
    return "\n".join(lines) + "\n"


def _gradients(groups: dict[tuple[str, str, str], list[dict[str, Any]]]) -> list[str]:
    """Backward over forward, wanted at most 3."""
    lines = []
    for (robot, name, dtype), rows in groups.items():
        forward = groups.get((robot, "inverse_dynamics", dtype))
        if "|vjp" in name and forward:
            ratio = min(r["seconds"] for r in rows) / min(r["seconds"] for r in forward)
            lines.append(f"Backward over forward, {robot} {dtype}: {ratio:.2f} (wanted ≤ 3).")
    return lines


def _peers(rows: list[dict[str, Any]]) -> list[str]:
    lines = ["| peer | robot | float | G/s | of our kernel |", "|---|---|---|---|---|"]
    for row in rows:
        part = f"{row['of kernel']:.1f} % (wanted ≥ 95)" if "of kernel" in row else ""
        lines.append(
            f"| {row['peer']} | {row['robot']} | {row['dtype']} | {row['rate']:.3f} | {part} |"
        )
    return lines
