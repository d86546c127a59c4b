/** Signs on buttons, drawn with one pen. */
import { drawn } from "./elements";

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 4.5v15M17 4.5v15",
  reset: "M4 4v5h5M4.6 14a8 8 0 1 0 .9-6.5L4 9",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.500 10.500z",
  keys: "M3 6.500h18v11H3zM7 10.500h.01M12 10.500h.01M17 10.500h.01M8 14h8",
  layers: "M12 3l9 5-9 5-9-5zM3 13l9 5 9-5",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const path = drawn("path", { d: PATHS[name] });
  const box = { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true", class: `icon ${name}` };
  return drawn("svg", box, path);
}
