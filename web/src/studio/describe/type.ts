/** A robot in a line: a structure word with its axes, or elementary transforms. */

import { element } from "../../panel/elements";
import { sentenceOf, type Studio } from "../studio";
import { button } from "../ui/controls";

const EXAMPLES = [
  { text: "RTTRR", axes: "zzyzy", says: "a structure word and the axes of its joints" },
  { text: "Rz(q1) tx(l1) Rz(q2) tx(l2)", axes: "", says: "elementary transforms: two parallel turns" },
  { text: "Rz(q1) tz(l1) Ry(q2) tx(l2) Ry(q3) tx(l3)", axes: "", says: "an elbow arm" },
];

export function typePage(studio: Studio, done: () => void): HTMLElement {
  const line = element("input", { type: "text", class: "line-field", placeholder: "TRRT   or   Rz(q1) tx(l1) Rz(q2) tx(l2)", "aria-label": "A structure word or elementary transforms", spellcheck: "false", autocapitalize: "off" });
  const axes = element("input", { type: "text", class: "axes-field", placeholder: "axes: zxzy", "aria-label": "Axes of the structure word's joints", spellcheck: "false", autocapitalize: "off" });
  const told = element("p", { class: "failure", role: "alert" });
  const open = async () => {
    const text = line.value.trim();
    if (!text) return;
    const word = /^[RT]+$/i.test(text);
    const robot = word ? { text: text.toUpperCase(), kind: "word" as const, ...(axes.value.trim() ? { axes: axes.value.trim().toLowerCase() } : {}) } : { text };
    try {
      await studio.ask("describe", { robot });
      studio.open(robot);
      done();
    } catch (error) {
      told.textContent = sentenceOf(error);
    }
  };
  for (const field of [line, axes]) field.addEventListener("keydown", (event) => event.key === "Enter" && void open());
  const examples = element("div", { class: "examples" }, element("h3", { text: "For example" }));
  for (const one of EXAMPLES) {
    const example = element("button", { type: "button", class: "example" }, element("code", { text: one.axes ? `${one.text} ${one.axes}` : one.text }), element("span", { text: one.says }));
    example.addEventListener("click", () => {
      line.value = one.text;
      axes.value = one.axes;
      void open();
    });
    examples.append(example);
  }
  return element(
    "div", { class: "type-page" },
    element("p", { class: "hint", text: "R turns, T slides. Every link gets a length, a mass, a mass centre and an inertia of its own, as symbols." }),
    element("div", { class: "row" }, line, axes, button("Derive", () => void open(), { class: "button main" })), told, examples,
  );
}
