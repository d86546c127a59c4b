/** The engine under Node.js, for tests and figures: lines of JSON in, lines of JSON out. */

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import path from "node:path";

const folder = path.resolve(process.argv[2]);
const begun = performance.now();
const { start } = await import(pathToFileURL(path.join(folder, "engine.mjs")).href);
const fetchBytes = async (name) => new Uint8Array(await readFile(path.join(folder, name)));
const engine = await start(fetchBytes, { indexURL: folder + path.sep }).catch((error) => {
  console.error(String(error?.message ?? error).slice(-2000));
  process.exit(1);
});
console.log(JSON.stringify({ kind: "ready", seconds: (performance.now() - begun) / 1000 }));
for await (const line of createInterface({ input: process.stdin })) {
  engine.answer(JSON.parse(line), (message) => console.log(JSON.stringify(message)));
}
