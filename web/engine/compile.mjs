/** Compiles Python sources to bytecode under the very Python that will run them: archive in, archive out. */

import { readFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";

const pairs = process.argv.slice(2);
const python = await loadPyodide();
const code = String.raw`
import importlib._bootstrap_external as boot, io, zipfile

def bare(code):
    """The code with a table of lines that knows no line: it is half as long."""
    inner = tuple(bare(c) if isinstance(c, type(code)) else c for c in code.co_consts)
    count = len(code.co_code) // 2
    nowhere = bytes([0xFF]) * (count // 8) + bytes([0xF7 + count % 8] if count % 8 else [])
    return code.replace(co_linetable=nowhere, co_consts=inner)

def compiled(data):
    """The archive with bytecode in the place of every source, docstrings left out."""
    found = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(found, "w") as new:
        for entry in old.infolist():
            content, name = old.read(entry), entry.filename
            if name.endswith(".py"):
                code = bare(compile(content, name, "exec", dont_inherit=True, optimize=2))
                content, name = bytes(boot._code_to_hash_pyc(code, bytes(8), False)), name + "c"
            dated = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            new.writestr(dated, content, zipfile.ZIP_DEFLATED, 9)
    return found.getvalue()
`;
python.runPython(code);
const compiled = python.globals.get("compiled");
for (let k = 0; k < pairs.length; k += 2) {
  const data = new Uint8Array(await readFile(pairs[k]));
  const bytes = compiled(python.toPy(data));
  await writeFile(pairs[k + 1], bytes.toJs());
  bytes.destroy();
}
