/** The address: a link is the robot and what is seen of it, compressed behind the `#`. */

import { readView, shortened, START, type View } from "./view";

const MARK = "v1.";
const LARGEST = 2_000_000;

export async function writeAddress(view: View): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shortened(view)));
  return `#${MARK}${toBase64(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** The view of an address; `#robot=NAME` and `#json=…` are for hands and other programs. */
export async function readAddress(hash: string): Promise<View | null> {
  const text = hash.replace(/^#/, "");
  if (!text) return null;
  try {
    if (text.startsWith(MARK)) {
      const bytes = await through(fromBase64(text.slice(MARK.length)), new DecompressionStream("deflate-raw"));
      return readView(JSON.parse(new TextDecoder().decode(bytes)));
    }
    const asked = new URLSearchParams(text);
    const json = asked.get("json");
    if (json) return readView({ robot: JSON.parse(json) });
    const robot = asked.get("robot");
    if (robot) return readView({ ...START, robot: { text: robot }, form: asked.get("form"), mode: asked.get("mode") });
    return null;
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, change: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(change).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > LARGEST) throw new RangeError("an address of more than two million characters");
  }
  const whole = new Uint8Array(size);
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
