/** The sign of the house: three links and their joints. */

import { drawn } from "../../panel/elements";

export function logo(): SVGSVGElement {
  return drawn(
    "svg", { viewBox: "0 0 32 32", "aria-hidden": "true", class: "logo" },
    drawn("path", { d: "M7 27V15L17 6l8 7", class: "links" }),
    drawn("circle", { cx: 7, cy: 15, r: 3.4 }), drawn("circle", { cx: 17, cy: 6, r: 3.4 }),
    drawn("path", { d: "M3 27.500h8", class: "links" }), drawn("circle", { cx: 25, cy: 13, r: 2.4, class: "end" }),
  );
}
