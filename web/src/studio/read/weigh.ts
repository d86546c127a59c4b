/** The terms of an equation by their size in a state of the robot, which can be changed here. */

import { element } from "../../panel/elements";
import { printFigure } from "../../units";
import { math } from "../mathml";
import type { SymbolRow, Weights } from "../protocol";
import type { Studio } from "../studio";
import { button } from "../ui/controls";
import { printUnit } from "../ui/units";

const KINDS = [["coordinate", "q"], ["velocity", "dq"], ["acceleration", "ddq"]] as const;

export function showWeights(found: Weights, unit: string, pick: (term: string, value: string) => void): Node[] {
  const largest = Math.max(...found.terms.map((one) => Math.abs(one.value)), 1e-300);
  const list = element("ol", { class: "weights" });
  for (const one of found.terms.filter(({ value }) => value !== 0)) {
    const bar = element("i", { class: `bar ${one.effect}${one.value < 0 ? " minus" : ""}` });
    bar.style.width = `${(100 * Math.abs(one.value)) / largest}%`;
    const row = element(
      "button", { type: "button", class: `weight ${one.effect}`, title: "Where it comes from" },
      element("span", { class: `run ${one.effect}` }, math(one.mathml)),
      element("b", { text: printFigure(one.value) }), element("span", { class: "rail" }, bar),
    );
    row.addEventListener("click", () => pick(one.term, printFigure(one.value)));
    list.append(element("li", {}, row));
  }
  const sums = Object.entries(found.by_effect).filter(([, value]) => value !== 0).map(([name, value]) =>
    element("span", { class: `tag ${name}`, text: `${name} ${printFigure(value)}` }));
  const told = list.childElementCount ? ["In all ", element("b", { text: printFigure(found.total) }), `${unit && ` ${unit}`}; the largest terms first.`]
    : ["Every term is zero in this state. Let the joints move, or turn them."];
  return [element("p", { class: "sum" }, ...told), element("p", { class: "tags" }, ...sums), list];
}

/** Posture, velocities and accelerations as numbers; a change is told. */
export function stateFields(studio: Studio, changed: () => void): HTMLElement {
  const state = (name: "q" | "dq" | "ddq") => (name === "q" ? studio.posture : (studio.view.value[name] ?? []));
  const box = element("div", { class: "state-fields" });
  for (const [kind, name] of KINDS) {
    const rows = [...studio.symbols.values()].filter((one) => one.kind === kind);
    rows.forEach((row, k) => box.append(field(row, k, rows.length, name)));
  }
  box.style.gridTemplateColumns = `repeat(${Math.max(1, studio.robot.value?.dof ?? 1)}, minmax(56px, 1fr))`;
  const set = (value: number) => {
    const n = studio.robot.value?.dof ?? 0;
    studio.patch({ dq: new Array<number>(n).fill(value), ddq: new Array<number>(n).fill(value) });
    whole.replaceWith(stateFields(studio, changed));
    changed();
  };
  const head = element("div", { class: "describe-head" }, element("p", { class: "hint", text: "The state of the robot: radians, metres, seconds" }), button("Set it moving", () => set(1), { class: "button", title: "Every velocity and acceleration one" }));
  const whole = element("div", { class: "state" }, head, element("div", { class: "state-scroll", tabindex: 0, role: "group", "aria-label": "State" }, box));
  return whole;

  function field(row: SymbolRow, k: number, n: number, name: "q" | "dq" | "ddq"): HTMLElement {
    const input = element("input", { type: "number", step: "any", value: Number((state(name)[k] ?? 0).toFixed(4)), "aria-label": `${row.text}, ${row.meaning}, ${printUnit(row.unit)}` });
    input.addEventListener("change", () => {
      const values = Array.from({ length: n }, (_, i) => state(name)[i] ?? 0);
      values[k] = Number(input.value) || 0;
      studio.patch({ [name]: values });
      changed();
    });
    return element("label", {}, math(row.mathml), input);
  }
}
