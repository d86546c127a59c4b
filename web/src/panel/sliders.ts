/** A slider for each coordinate: its name, its value, its limits. */
import type { Coordinate } from "../types";
import { printCoordinate, printLimit } from "../units";
import { element } from "./elements";

interface Row {
  one: Coordinate;
  input: HTMLInputElement;
  value: HTMLOutputElement;
}

export class Sliders {
  readonly node = element("div", { class: "sliders" });
  private readonly rows: Row[];

  constructor(coordinates: Coordinate[], moved: (q: number[]) => void) {
    this.rows = coordinates.map((one) => {
      const range = { type: "range", min: one.lower, max: one.upper, step: "any", value: one.value };
      const input = element("input", { ...range, "aria-label": one.label });
      const value = element("output", { class: "value" });
      const free = one.limited ? "" : "the robot gives no limits";
      const row = element(
        "div",
        { class: one.limited ? "slider" : "slider free", title: free },
        element("span", { class: "name", text: one.label }),
        input,
        value,
        element("span", { class: "limit", text: printLimit(one.lower, one.kind) }),
        element("span", { class: "limit upper", text: printLimit(one.upper, one.kind) }),
      );
      input.addEventListener("input", () => {
        this.print();
        moved(this.rows.map((other) => Number(other.input.value)));
      });
      this.node.append(row);
      return { one, input, value };
    });
    this.print();
  }

  set(q: number[]): void {
    this.rows.forEach((row, k) => {
      row.input.value = String(q[k]);
    });
    this.print(q);
  }

  private print(q?: number[]): void {
    this.rows.forEach(({ one, input, value }, k) => {
      const at = q?.[k] ?? Number(input.value);
      const text = printCoordinate(at, one.kind);
      if (value.textContent !== text) value.textContent = text;
      const part = (at - one.lower) / (one.upper - one.lower);
      input.style.setProperty("--part", String(Math.min(Math.max(part, 0), 1)));
    });
  }
}
