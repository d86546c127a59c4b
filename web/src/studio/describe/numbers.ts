/** Numbers for the symbols: those of the robot, those of the reader, or examples that say so. */

import { element } from "../../panel/elements";
import { printFigure } from "../../units";
import { math } from "../mathml";
import type { Robot, SymbolRow } from "../protocol";
import type { Studio } from "../studio";
import { button, toggle } from "../ui/controls";
import { printUnit } from "../ui/units";
import { exampleValue } from "./examples";

export class Numbers {
  constructor(private readonly studio: Studio) {}

  show(robot: Robot): HTMLElement {
    const rows = robot.symbols.filter(isParameter);
    const { values } = this.studio.view.value;
    const missing = missingValues(rows, values);
    const told = rows.length === 0 ? "All lengths, masses and inertias are numbers already."
      : missing.length ? `${missing.length} of ${rows.length} symbols have no number; motion and weighing need them.` : "Every symbol has a number.";
    const made = element("div", { class: "numbers" }, element("div", { class: "describe-head" }, element("p", { class: "hint", text: told })));
    const head = made.firstElementChild!;
    if (missing.length) head.append(button("Fill with examples", () => this.fill(missing), { class: "button", title: "Plausible numbers of this page, not the robot's own" }));
    if (Object.keys(values).length) head.append(button("Forget mine", () => this.studio.patch({ values: {} }), { class: "button quiet" }));
    const own = this.studio.view.value.robot;
    if (Object.keys(values).length || own.numbers) made.append(toggle("In the equations too", Boolean(own.numbers), (on) => this.put(on), { says: "Your numbers stand in the place of their symbols" }));
    let link = -2;
    const groups = [...rows].sort((a, b) => a.link - b.link);
    const list = element("div", { class: "number-rows" });
    for (const row of groups) {
      if (row.link !== link) list.append(element("h2", { text: row.link < 0 ? lengthsTitle(groups) : row.link === 0 ? "Load" : `Link ${row.link}` }));
      link = row.link;
      list.append(this.row(row, values));
    }
    made.append(list);
    return made;
  }

  /** The reader's numbers into the equations, or out of them again. */
  private put(on: boolean): void {
    const { numbers: _, ...rest } = this.studio.view.value.robot;
    const numbers = Object.fromEntries(Object.entries(this.studio.view.value.values).map(([name, value]) => [name, String(value)]));
    this.studio.patch({ robot: on ? { ...rest, numbers } : rest });
  }

  private row(row: SymbolRow, values: Record<string, number>): HTMLElement {
    const own = values[row.name];
    const shown = row.value !== null ? printFigure(row.value) : row.kind === "payload" ? "0" : "";
    const input = element("input", { type: "text", inputmode: "decimal", value: own === undefined ? "" : String(own), placeholder: shown || "–", "aria-label": `${row.text}: ${row.meaning}`, spellcheck: "false" });
    input.dataset.name = row.name;
    input.addEventListener("change", () => {
      const next = { ...this.studio.view.value.values };
      const text = input.value.trim().replace(",", ".").replace("−", "-");
      const number = Number(text);
      input.setAttribute("aria-invalid", String(text !== "" && !Number.isFinite(number)));
      if (text === "") delete next[row.name];
      else if (Number.isFinite(number)) next[row.name] = number;
      else return;
      this.studio.patch({ values: next });
    });
    const made = element("label", { class: "number-row", title: row.meaning }, element("span", { class: "symbol" }, math(row.mathml)), element("span", { class: "meaning", text: row.meaning }), input, element("span", { class: "unit", text: printUnit(row.unit) }));
    made.addEventListener("pointerenter", () => row.link > 0 && this.studio.link.set(row.link));
    made.addEventListener("pointerleave", () => this.studio.link.set(-1));
    return made;
  }

  private fill(rows: SymbolRow[]): void {
    const values = { ...this.studio.view.value.values };
    for (const row of rows) values[row.name] = exampleValue(row);
    this.studio.patch({ values });
  }
}

function lengthsTitle(rows: SymbolRow[]): string {
  const own = rows.filter((row) => row.link < 0);
  const weight = own.some((row) => row.kind === "gravity");
  return !weight ? "Lengths" : own.length === 1 ? "Gravity" : "Lengths and gravity";
}

export function isParameter(row: SymbolRow): boolean {
  return row.kind === "parameter" || row.kind === "gravity" || row.kind === "payload";
}

/** Those without a number; a load that is not told is none. */
export function missingValues(rows: SymbolRow[], values: Record<string, number>): SymbolRow[] {
  return rows.filter((row) => isParameter(row) && row.kind !== "payload" && row.value === null && values[row.name] === undefined);
}
