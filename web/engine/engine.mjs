/** Starts Python with Torsor in it, from the files beside this one; the same in a worker and in Node.js. */

import { loadPyodide } from "./pyodide.mjs";

const ARCHIVES = ["flint.zip", "torsor.zip"];
const HOME = "/torsor";

/** `fetchBytes` gives a file beside this one; `start` resolves to what answers an envelope. */
export async function start(fetchBytes, options) {
  const archives = ARCHIVES.map(fetchBytes);
  const python = await loadPyodide({ ...options, packages: [] });
  for (const [k, archive] of archives.entries()) {
    const folder = ARCHIVES[k] === "flint.zip" ? "/lib/python3.14/site-packages" : HOME;
    python.FS.mkdirTree(folder);
    python.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: folder });
  }
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  const module = python.pyimport("torsor.studio.page_engine");
  return {
    python,
    /** Answers an envelope; every message goes to `post`, the last is an answer or a failure. */
    answer: (envelope, post) => module.take(JSON.stringify(envelope), (text) => post(JSON.parse(text))),
  };
}
