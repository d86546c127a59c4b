"""The page ``docs/reference/api.md``: every public name of the package, from its docstring.

``python -m docs.make_reference`` writes it. Signatures and the docstrings of fields are read from
the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import griffe

import torsor

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "api.md"
HEAD = """# Python, name by name

Every public name of `torsor`, with its signature. `robot` is anything that `torsor.load` takes: a
name of the library, a path, an ETS line, a table, a `Robot`. How they work together is told in
[Python](python.md).
"""
INHERITED = ("object", "tuple", "dict", "Generic")


undocumented: list[str] = []
"""Public names without a docstring, as they were met; the tests want none."""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")
    for place in undocumented:
        print(f"without a docstring: {place}")


def page() -> str:
    """The page; public names without a docstring are noted."""
    undocumented.clear()
    package = load()
    names = sorted(torsor.__all__, key=str.lower)
    members = {name: target(package[name]) for name in names if name != "__version__"}
    functions = {n: m for n, m in members.items() if m.is_function}
    classes = {n: m for n, m in members.items() if m.is_class}
    parts = [HEAD, "## Functions"]
    parts += [part for name, member in functions.items() for part in function(name, member, 3)]
    parts.append("## Classes")
    parts += [part for name, member in classes.items() for part in described(name, member)]
    return "\n\n".join(parts) + "\n"


def load() -> griffe.Module:
    """The package as its source says it is."""
    found = griffe.load("torsor", search_paths=[ROOT / "src"], resolve_aliases=True)
    assert isinstance(found, griffe.Module)
    return found


def target(member: griffe.Object | griffe.Alias) -> griffe.Object:
    """What a name stands for in the end."""
    return member.final_target if isinstance(member, griffe.Alias) else member


def said(place: str, member: griffe.Object) -> str:
    """The docstring, its examples in fences."""
    if member.docstring is None or not member.docstring.value.strip():
        undocumented.append(place)
        return ""
    lines: list[str] = []
    fenced = False
    for line in member.docstring.value.strip().splitlines():
        starts = line.lstrip().startswith(">>>")
        if starts and not fenced:
            lines += ["```pycon"]
            fenced = True
        if fenced and not line.strip():
            lines += ["```"]
            fenced = False
        lines.append(line)
    text = "\n".join([*lines, *["```"] * fenced])
    return text.replace("``", "`") if "```" not in text else re.sub(r"(?<!`)``(?!`)", "`", text)


def function(name: str, member: griffe.Object, level: int) -> Iterator[str]:
    """A function or a method: its signature and what it does."""
    assert isinstance(member, griffe.Function)
    shown = signature(name, member)
    yield f"{'#' * level} `{name.rpartition('.')[2]}`"
    yield f"```py\n{shown}\n```"
    yield said(name, member)


def signature(name: str, member: griffe.Function) -> str:
    """``name(a: int, b=None) -> str``, one argument on a line where it is long."""
    pieces = []
    star = False
    for parameter in member.parameters:
        if parameter.name in ("self", "cls"):
            continue
        kind = parameter.kind
        if kind is griffe.ParameterKind.keyword_only and not star:
            pieces.append("*")
            star = True
        mark = {
            griffe.ParameterKind.var_positional: "*",
            griffe.ParameterKind.var_keyword: "**",
        }.get(kind, "")
        star = star or mark == "*"
        text = f"{mark}{parameter.name}"
        if parameter.annotation is not None:
            text += f": {parameter.annotation}"
        if parameter.default is not None and not mark:
            text += f" = {parameter.default}"
        pieces.append(text)
    returns = f" -> {member.returns}" if member.returns is not None else ""
    line = f"{name}({', '.join(pieces)}){returns}"
    if len(line) <= 92:
        return line
    return f"{name}(\n" + "".join(f"    {piece},\n" for piece in pieces) + f"){returns}"


def described(name: str, member: griffe.Object) -> Iterator[str]:
    """A class: what it is, its fields, its methods."""
    assert isinstance(member, griffe.Class)
    yield f"### `{name}`"
    yield said(name, member)
    rows, methods = [], []
    for key, found in sorted(public(member).items()):
        place = f"{name}.{key}"
        if isinstance(found, griffe.Function) and "property" not in found.labels:
            methods.append((place, found))
            continue
        rows.append((key, annotation(found), brief(place, found, member)))
    if rows:
        table = [f"| `{key}` | {kind} | {text} |" for key, kind, text in rows]
        yield "\n".join(["| | type | |", "|---|---|---|", *table])
    for place, found in methods:
        yield from function(place, found, 4)


def public(member: griffe.Class) -> dict[str, griffe.Object]:
    """The names that users may use, those of the parents in this package too."""
    found = {}
    for key, value in member.all_members.items():
        final = target(value)
        if not key.startswith("_") and not final.is_module and final.path.startswith("torsor."):
            found[key] = final
    return found


def annotation(member: griffe.Object) -> str:
    """The type of a field, for a cell of a table."""
    kind = getattr(member, "annotation", None) or getattr(member, "returns", None)
    return f"`{kind}`".replace("|", "\\|") if kind is not None else ""


def brief(place: str, member: griffe.Object, owner: griffe.Class) -> str:
    """A field's sentence; a field that needs none is told of in its class's docstring."""
    if member.docstring is None:
        told = owner.docstring.value if owner.docstring else ""
        key = place.rpartition(".")[2]
        if not re.search(rf"\b{re.escape(key)}\b", told):
            undocumented.append(place)
        return ""
    return " ".join(said(place, member).split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
