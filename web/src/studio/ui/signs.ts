/** Signs on the studio's buttons, drawn with one pen. */

import { drawn } from "../../panel/elements";

const PATHS = {
  library: "M4 5h6v14H4zM14 5h6v6h-6zM14 15h6v4h-6z",
  share: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500",
  take: "M12 4v11M7.500 11l4.500 4.500 4.500-4.500M4 19.500h16",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.500 9.500a2.600 2.600 0 1 1 3.700 2.400c-.8.4-1.200.9-1.200 1.900M12 17h.01",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  search: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M15.500 15.500L20 20",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  right: "M9 6l6 6-6 6",
  weigh: "M4 20V10M10 20V4M16 20v-7M22 20v-4",
  layers: "M12 3l9 5-9 5-9-5zM3 13l9 5 9-5",
  plus: "M12 5v14M5 12h14",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  play: "M7 4.500v15l12-7.500z",
  check: "M4.500 12.500l5 5 10-11",
  wrong: "M6 6l12 12M18 6L6 18",
  unsure: "M9.500 9a2.600 2.600 0 1 1 3.700 2.400c-.8.400-1.200.900-1.200 1.900M12 17h.01",
  cube: "M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9",
  read: "M5 5h14M5 9.500h14M5 14h9M5 18.500h6",
  move: "M4 18c3-12 6-12 8-6s5 6 8-6",
  judge: "M12 4v16M7 20h10M5 7h14M5 7l-2.500 6h5zM19 7l-2.500 6h5z",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  compare: "M8 5v14M16 5v14M4 9l4-4 4 4M12 15l4 4 4-4",
} as const;

export type SignName = keyof typeof PATHS;

export function sign(name: SignName): SVGSVGElement {
  return drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: `sign sign-${name}` }, drawn("path", { d: PATHS[name] }));
}
