/** The state of a robot, row by row: where each joint is, how fast, and the force that this takes. */

import { element } from "../../panel/elements";
import type { Coordinate } from "../../types";
import { DEGREES, fixed, printCoordinate, printFigure } from "../../units";

interface Row {
  one: Coordinate;
  slider: HTMLInputElement;
  value: HTMLOutputElement;
  dq: HTMLInputElement;
  ddq: HTMLInputElement;
  tau: HTMLOutputElement;
  bar: HTMLElement;
}

export class Posture {
  readonly node = element("div", { class: "posture" });
  private readonly rows: Row[];

  constructor(coordinates: Coordinate[], moved: () => void) {
    const head = ["", "posture", "velocity", "acceleration", "driving force"].map((text) => element("span", { class: "head", text }));
    this.node.append(...head);
    this.rows = coordinates.map((one, k) => {
      const slider = element("input", { type: "range", min: one.lower, max: one.upper, step: "any", value: one.value, "aria-label": one.label });
      const value = element("output", { class: "value" });
      const field = (what: string) => element("input", { type: "number", step: "any", value: 0, "aria-label": `${what} of ${one.label}` });
      const [dq, ddq] = [field("velocity"), field("acceleration")];
      const [tau, bar] = [element("output", { class: "tau" }), element("i")];
      for (const input of [slider, dq, ddq]) {
        input.addEventListener("input", () => {
          this.print();
          moved();
        });
      }
      const unit = (of: string) => element("span", { class: "unit", text: `${one.kind === "R" ? "rad" : "m"}/${of}` });
      this.node.append(
        element("span", { class: "name", text: one.label }), element("span", { class: "slide" }, slider, value),
        element("span", { class: "rate" }, dq, unit("s")), element("span", { class: "rate" }, ddq, unit("s²")),
        element("span", { class: "effort" }, element("span", { class: "name", text: `τ${subscript(k + 1)}` }), tau, element("span", { class: "rail" }, bar)),
      );
      return { one, slider, value, dq, ddq, tau, bar };
    });
    this.print();
  }

  get state(): { q: number[]; dq: number[]; ddq: number[] } {
    const read = (pick: (row: Row) => HTMLInputElement) => this.rows.map((row) => Number(pick(row).value) || 0);
    return { q: read((row) => row.slider), dq: read((row) => row.dq), ddq: read((row) => row.ddq) };
  }

  set(q: number[] | null, dq: number[] | null, ddq: number[] | null): void {
    this.rows.forEach((row, k) => {
      if (q?.[k] !== undefined) row.slider.value = String(q[k]);
      const rate = (input: HTMLInputElement, value: number) => {
        if (document.activeElement !== input && Number(input.value) !== value) input.value = String(value);
      };
      rate(row.dq, dq?.[k] ?? 0);
      rate(row.ddq, ddq?.[k] ?? 0);
    });
    this.print();
  }

  /** The forces; nothing where they are not known. */
  tell(tau: number[] | null): void {
    const largest = Math.max(...(tau ?? []).map(Math.abs), 1e-12);
    this.rows.forEach(({ one, tau: told, bar }, k) => {
      const value = tau?.[k];
      told.textContent = value === undefined ? "–" : `${printFigure(value, largest)} ${one.kind === "R" ? "N m" : "N"}`;
      bar.style.width = value === undefined ? "0" : `${(50 * Math.abs(value)) / largest}%`;
      bar.classList.toggle("minus", (value ?? 0) < 0);
    });
  }

  private print(): void {
    for (const { one, slider, value } of this.rows) {
      const at = Number(slider.value);
      value.textContent = printCoordinate(at, one.kind);
      slider.setAttribute("aria-valuetext", one.kind === "R" ? `${fixed(at * DEGREES, 1)} degrees` : `${fixed(at, 3)} metres`);
      slider.style.setProperty("--part", String((at - one.lower) / (one.upper - one.lower || 1)));
    }
  }
}

export function subscript(number: number): string {
  return String(number).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
}
