/** A line of an equation: its terms side by side, each of its effect's colour. */

import { element } from "../../panel/elements";
import { keyOf, keyOfMarkup, math } from "../mathml";
import type { Line, Run, SymbolRow } from "../protocol";

/** Which symbol a piece of MathML is, by its shape. */
export class Glyphs {
  private readonly keys = new Map<string, string>();

  constructor(symbols: Iterable<SymbolRow>) {
    for (const { name, mathml } of symbols) {
      const key = keyOfMarkup(mathml);
      if (key) this.keys.set(key, name);
    }
  }

  /** Mark what is a symbol, outermost first. */
  mark(node: Element): void {
    for (const child of node.children) {
      const name = this.keys.get(keyOf(child));
      if (name) child.setAttribute("data-symbol", name);
      else this.mark(child);
    }
  }
}

export function makeLine(line: Line, glyphs: Glyphs, told: Map<Element, Run>): HTMLElement {
  const made = element("div", { class: "line" });
  for (const run of line.runs) {
    const one = makeRun(run, glyphs);
    told.set(one, run);
    made.append(one, " ");
  }
  return made;
}

function makeRun(run: Run, glyphs: Glyphs): HTMLElement {
  const shown = math(run.mathml);
  settle(shown);
  glyphs.mark(shown);
  const kind = ["run", run.effect, run.gone && "gone", run.found && "found"].filter(Boolean).join(" ");
  const made = element("span", { class: kind }, shown);
  made.dataset.links = run.links.join(" ");
  if (run.term) {
    made.setAttribute("role", "button");
    shown.setAttribute("aria-hidden", "true"); // a button's name says it
    made.setAttribute("aria-label", spoken(shown));
    const more = [run.effect, run.gone && "taken away"].filter(Boolean).join(", ");
    if (more) made.setAttribute("aria-description", more);
    made.tabIndex = -1;
  }
  return made;
}

/** The letters of a formula, as a screen reader may say them. */
function spoken(node: Element): string {
  return (node.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** A sign at the head of a term stands between two terms, as the whole line shows. */
function settle(node: Element): void {
  let first = node.firstElementChild;
  while (first?.localName === "mrow") first = first.firstElementChild;
  if (first?.localName === "mo" && /^[+−-]$/.test(first.textContent ?? "")) {
    first.setAttribute("form", "infix");
    first.setAttribute("lspace", "0");
    first.setAttribute("rspace", "0.28em");
  }
}
