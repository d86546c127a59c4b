/** The engine in a worker of the page: envelopes come in, messages go out, one question at a time. */

import { start } from "./engine.mjs";

const here = new URL(".", import.meta.url).href;
const waiting = [];
let engine;

async function fetchBytes(name) {
  const response = await fetch(new URL(name, here));
  if (!response.ok) throw new Error(`${name} cannot be fetched: ${response.status}`);
  return response.arrayBuffer();
}

function tell(says) {
  for (const { id } of waiting) postMessage({ id, kind: "progress", says, share: null });
}

function answerAll() {
  for (let envelope; (envelope = waiting.shift()); ) {
    engine.answer(envelope, (message) => postMessage(message));
  }
}

onmessage = ({ data }) => {
  waiting.push(data);
  if (engine) answerAll();
  else tell("starting the engine");
};

try {
  engine = await start(fetchBytes, { indexURL: here, stdLibURL: new URL("python_stdlib.zip", here).href });
  answerAll();
} catch (error) {
  const sentence = `The engine could not be started: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
  const fail = ({ id }) => postMessage({ id, kind: "failure", sentence, place: null, field: "", fault: true });
  waiting.splice(0).forEach(fail);
  onmessage = ({ data }) => fail(data);
}
