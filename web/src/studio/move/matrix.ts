/** A matrix of numbers, its larger entries darker. */

import { element } from "../../panel/elements";
import { printFigure } from "../../units";

export function showMatrix(name: string, values: number[], columns: number): HTMLElement {
  const largest = Math.max(...values.map(Math.abs), 1e-300);
  const box = element("div", { class: "cells" });
  box.style.gridTemplateColumns = `repeat(${columns}, minmax(52px, 1fr))`;
  for (const value of values) {
    const cell = element("span", { class: "cell", text: printFigure(value, largest) });
    cell.style.setProperty("--share", String(Math.sqrt(Math.abs(value) / largest)));
    box.append(cell);
  }
  return element("figure", { class: "size-map" }, element("figcaption", { text: name }), box);
}
