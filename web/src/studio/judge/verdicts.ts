/** What checking found: the findings first, then every equation with its verdict. */

import { element } from "../../panel/elements";
import { countNodes, math } from "../mathml";
import type { FindingRow, JudgedEquation, Judgement, UnjudgedEquation } from "../protocol";
import { sign } from "../ui/signs";

/** The most MathML elements of verdicts that stand open at once. */
const MOST = 3500;

export function showVerdicts(found: Judgement, leads: (one: FindingRow) => Node[]): Node[] {
  const wrong = found.equations.filter((one) => !one.right).length;
  const right = found.equations.length - wrong;
  const head = element(
    "div", { class: "verdict-head" }, element("h2", { text: found.text ? `Checked against ${found.robot}` : `${found.title}: checked against ${found.robot}` }),
    element("div", { class: "counts" }, count("right", right, right === 1 ? "expression right" : "expressions right"), count("wrong", wrong, "with slips"), count("unsure", found.unjudged.length, "not judged")),
    element("p", { class: "hint", text: found.summary }),
  );
  const made: Node[] = [head];
  if (found.doubt) head.append(element("p", { class: "doubt", role: "note", text: found.doubt }));
  if (found.findings.length) made.push(part("Slips", found.findings.map((one) => finding(one, leads(one)))));
  const open = new Room(MOST);
  if (found.equations.length) {
    const sorted = [...found.equations].sort((a, b) => Number(a.right) - Number(b.right));
    made.push(part("Equations", sorted.map((one) => equation(one, open))));
  }
  if (found.unjudged.length) made.push(part("Not judged", found.unjudged.map(unjudged)));
  for (const [title, lines] of [["Questions to the author", found.questions], ["Conventions of the text", found.conventions]] as const) {
    if (lines.length) made.push(part(title, lines.map((text) => element("p", { class: "plain", text }))));
  }
  return made;
}

/** How much mathematics may still be shown. */
class Room {
  constructor(private left: number) {}

  take(node: Element): boolean {
    this.left -= countNodes(node);
    return this.left > 0;
  }
}

function count(kind: "right" | "wrong" | "unsure", number: number, text: string): HTMLElement {
  return element("span", { class: `count ${kind}` }, sign(kind === "right" ? "check" : kind), element("b", { text: String(number) }), ` ${text}`);
}

function part(title: string, rows: Node[]): HTMLElement {
  return element("section", { class: "verdict-part" }, element("h3", { text: title }), ...rows);
}

function finding(one: FindingRow, leads: Node[]): HTMLElement {
  const formulas = element("div", { class: "printed-derived" });
  if (one.printed) formulas.append(element("span", { class: "as" }, element("small", { text: "printed" }), element("span", { class: "wrong-term" }, math(one.printed))));
  if (one.derived) formulas.append(element("span", { class: "as" }, element("small", { text: "derived" }), element("span", { class: "right-term" }, math(one.derived))));
  return element(
    "div", { class: "finding" }, element("b", { class: "number", text: String(one.number) }),
    element("div", {}, element("p", { text: one.says }), formulas, element("p", { class: "hint places", text: one.places.join(" · "), title: one.places.join("\n") }), ...leads),
  );
}

/** An equation is called by its left-hand side; a label that only tells a line stands at its end. */
function titleOf(one: JudgedEquation): HTMLElement {
  const line = /^line \d+$/.test(one.label);
  return line && one.left ? element("b", {}, math(one.left)) : element("b", { text: one.label || one.target });
}

function equation(one: JudgedEquation, room: Room): HTMLElement {
  const where = [one.place, one.left && /^line \d+$/.test(one.label) ? one.label : ""].filter(Boolean).join(" · ");
  const box = element(
    "details", { class: `judged ${one.right ? "right" : "wrong"}` },
    element("summary", {}, sign(one.right ? "check" : "wrong"), titleOf(one), element("span", { class: "verdict", text: one.verdict }), element("small", { text: where })),
  );
  const fill = () => {
    if (box.childElementCount > 1) return;
    const line = element("p", { class: "judged-terms" }, math(`${one.left}<mo>=</mo>`));
    let full = false;
    for (const term of one.terms) {
      if (full) break;
      if (term.mathml === "<mtext>none</mtext>") {
        line.append(" ", element("small", { class: "extra", text: "(not in the model)" }));
        continue;
      }
      const shown = element("span", { class: `judged-term ${term.mark}`, title: term.hint }, math(term.mathml));
      if (term.mark === "wrong") shown.prepend(element("span", { class: "unseen", text: "wrong: " }));
      if (term.mark === "right") shown.prepend(element("span", { class: "unseen", text: "should be: " }));
      line.append(" ", shown);
      full = !room.take(shown) && term !== one.terms.at(-1);
    }
    box.append(line);
    if (full) box.append(element("p", { class: "hint", text: "The rest is not shown: too much stands open. Close others first." }));
    const hints = [...new Set(one.terms.map((term) => term.hint).filter(Boolean))].slice(0, 8);
    for (const hint of hints) box.append(element("p", { class: "hint", text: hint }));
  };
  if (!one.right) {
    fill();
    box.open = true;
  } else box.addEventListener("toggle", fill, { once: true });
  return box;
}

function unjudged(one: UnjudgedEquation): HTMLElement {
  const at = one.place?.line ? `line ${one.place.line}` : "";
  return element(
    "details", { class: "judged unsure" },
    element("summary", {}, sign("unsure"), element("b", { text: one.label || "equation" }), element("span", { class: "verdict", text: one.reason }), element("small", { text: at })),
    element("pre", { text: one.source }),
  );
}
