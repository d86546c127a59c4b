/** How many terms every entry of M and C has, as a map: an entry leads to its equation. */

import { element } from "../../panel/elements";
import type { Sizes } from "../protocol";

export function showSizes(found: Sizes, pick: (equation: string) => void): HTMLElement {
  const most = Math.max(1, ...found.M.flat(), ...found.C.flat(), ...found.g);
  const column = (name: string, values: number[]) => grid(name, values.map((value) => [value]), most, (row) => `${name}[${row}]`, pick);
  return element(
    "div", { class: "sizes" },
    grid("M", found.M, most, (row, k) => `M[${row},${k}]`, pick), grid("C", found.C, most, (row, k) => `C[${row},${k}]`, pick),
    column("g", found.g),
  );
}

function grid(name: string, rows: number[][], most: number, id: (row: number, column: number) => string, pick: (equation: string) => void): HTMLElement {
  const box = element("div", { class: "cells" });
  box.style.gridTemplateColumns = `repeat(${rows[0]?.length ?? 1}, minmax(26px, 46px))`;
  rows.forEach((values, r) =>
    values.forEach((count, c) => {
      const target = id(r + 1, c + 1);
      const cell = element("button", { type: "button", class: count ? "cell" : "cell none", text: String(count), title: `${target}: ${count} terms`, "aria-label": `${target}, ${count} terms` });
      cell.style.setProperty("--share", String(Math.log1p(count) / Math.log1p(most)));
      cell.addEventListener("click", () => pick(target));
      box.append(cell);
    }),
  );
  return element("figure", { class: "size-map" }, element("figcaption", { text: name }), box);
}
