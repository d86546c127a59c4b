/** A structure as a small drawing: a sign for each joint, its axis in its colour. */

import { drawn } from "../../panel/elements";

const STEP = 26;
const HIGH = 30;

/** `RTTRR` with `zzyzy`; axes that are not known are left out. */
export function wordPicture(word: string, axes = ""): SVGSVGElement {
  const width = STEP * word.length + 8;
  const made = drawn("svg", { viewBox: `0 0 ${width} ${HIGH}`, width, height: HIGH, class: "word-picture", role: "img", "aria-label": axes ? `${word}, axes ${axes}` : word });
  made.append(drawn("path", { class: "bar", d: `M4 ${HIGH / 2}H${width - 4}` }));
  [...word].forEach((kind, k) => {
    const x = STEP * k + STEP / 2 + 4;
    const axis = axes[k] ?? "";
    if (kind === "T") made.append(drawn("rect", { class: `joint T ${axis}`, x: x - 9, y: HIGH / 2 - 9, width: 18, height: 18, rx: 3 }));
    else made.append(drawn("circle", { class: `joint R ${axis}`, cx: x, cy: HIGH / 2, r: 9.5 }));
    made.append(drawn("text", { x, y: HIGH / 2 + 4, text: axis || kind }));
  });
  return made;
}
