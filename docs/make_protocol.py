"""Write ``web/src/studio/protocol.ts`` from ``torsor.studio.protocol``, where the words are."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

from torsor.studio import protocol

TARGET = Path(__file__).parents[1] / "web/src/studio/protocol.ts"
FILES = ("messages", "description", "robots", "equations", "numbers", "judging", "taking")
PLAIN = {
    "int": "number", "float": "number", "str": "string", "bool": "boolean", "None": "null",
    "Any": "unknown",
}  # fmt: skip


def protocol_text() -> str:
    """The protocol as TypeScript."""
    parts = [
        f"/**\n{_comment(inspect.getdoc(protocol) or '')}\n *\n"
        " * Written by docs/make_protocol.py: change torsor/studio/protocol.py.\n */\n"
    ]
    for name in ("VERSION", "LARGEST_TEXT"):
        parts.append(f"export const {name} = {getattr(protocol, name)};\n")
    for file in FILES:
        module = import_module(f"torsor.studio.protocol.{file}")
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.ClassDef):
                parts.append(_interface(node))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                parts.append(f"export type {node.targets[0].id} = {_type(node.value)};\n")
    rows = (
        f"  {name}: [{question.__name__}, {answer.__name__}];"
        for name, (question, answer) in protocol.QUESTIONS.items()
    )
    parts.append(
        "/** Every question by its name: what is asked and what is answered. */\n"
        "export interface Questions {\n" + "\n".join(rows) + "\n}\n"
    )
    return "\n".join(parts)


def _interface(node: ast.ClassDef) -> str:
    lines: list[str] = []
    body = node.body
    for here, after in zip(body, [*body[1:], None], strict=True):
        if not isinstance(here, ast.AnnAssign) or not isinstance(here.target, ast.Name):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            lines.append(f"  /** {_line(str(after.value.value))} */")
        kind, mark = here.annotation, ""
        if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "NotRequired":
            kind, mark = kind.slice, "?"
        lines.append(f"  {here.target.id}{mark}: {_type(kind)};")
    said = _comment(ast.get_docstring(node) or "")
    fields = "\n".join(lines)
    if not lines:
        return f"/**\n{said}\n */\nexport type {node.name} = Record<string, never>;\n"
    return f"/**\n{said}\n */\nexport interface {node.name} {{\n{fields}\n}}\n"


def _type(node: ast.expr) -> str:
    if isinstance(node, ast.BinOp):
        return f"{_type(node.left)} | {_type(node.right)}"
    if isinstance(node, ast.Constant):
        return "null" if node.value is None else f'"{node.value}"'
    if isinstance(node, ast.Name):
        return PLAIN.get(node.id, node.id)
    assert isinstance(node, ast.Subscript)
    name = ast.unparse(node.value)
    inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    types = [_type(each) for each in inner]
    if name == "Literal":
        return " | ".join(types)
    if name == "list":
        return f"({types[0]})[]" if "|" in types[0] else f"{types[0]}[]"
    assert name == "dict"
    return f"Partial<Record<{types[0]}, {types[1]}>>" if types[0] == "Effect" else (
        f"Record<{types[0]}, {types[1]}>"
    )  # fmt: skip


def _line(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


def _comment(text: str) -> str:
    return "\n".join(f" * {line}".rstrip() for line in text.replace("``", "`").splitlines())


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(protocol_text(), "utf-8")
    print(TARGET.name)
