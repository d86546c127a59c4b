/** The terms of an equation by their size at the posture that is shown. */

import { element } from "../../panel/elements";
import { printFigure } from "../../units";
import { math } from "../mathml";
import type { Weights } from "../protocol";

export function showWeights(found: Weights, pick: (term: string) => void): Node[] {
  const largest = Math.max(...found.terms.map((one) => Math.abs(one.value)), 1e-300);
  const list = element("ol", { class: "weights" });
  for (const one of found.terms) {
    const bar = element("i", { class: `bar ${one.effect}${one.value < 0 ? " minus" : ""}` });
    bar.style.width = `${(100 * Math.abs(one.value)) / largest}%`;
    const row = element(
      "button", { type: "button", class: `weight ${one.effect}`, title: "Where it comes from" },
      element("span", { class: `run ${one.effect}` }, math(one.mathml)),
      element("b", { text: printFigure(one.value) }), element("span", { class: "rail" }, bar),
    );
    row.addEventListener("click", () => pick(one.term));
    list.append(element("li", {}, row));
  }
  const sums = Object.entries(found.by_effect).filter(([, value]) => value !== 0).map(([name, value]) =>
    element("span", { class: `tag ${name}`, text: `${name} ${printFigure(value)}` }));
  return [
    element("p", { class: "sum" }, "In all ", element("b", { text: printFigure(found.total) }), "; the largest terms first, in N m or N."),
    element("p", { class: "tags" }, ...sums), list,
  ];
}
