/** Light and dark: the colours of the stage; those of the page are in the style sheet. */

export type ThemeName = "light" | "dark";

export interface Theme {
  background: string;
  ground: string;
  grid: string;
  link: string;
  base: string;
  turning: string;
  sliding: string;
  fixed: string;
  cap: string;
  tool: string;
  ellipsoid: string;
  gravity: string;
  path: string;
  axes: [string, string, string];
  /** How bright the sky, the lamp and the surroundings shine. */
  sky: number;
  lamp: number;
  surroundings: number;
  shadow: number;
}

export const THEMES: Record<ThemeName, Theme> = {
  light: {
    background: "#f4f6f9",
    ground: "#e9edf2",
    grid: "#b9c3cf",
    link: "#c2cbd6",
    base: "#8b97a6",
    turning: "#2563c9",
    sliding: "#d97a1c",
    fixed: "#6b7684",
    cap: "#f7f9fb",
    tool: "#3b4654",
    ellipsoid: "#7c4fd0",
    gravity: "#5b6674",
    path: "#d2337a",
    axes: ["#d8343f", "#219a4f", "#2b62d9"],
    sky: 0.45,
    lamp: 1.75,
    surroundings: 0.55,
    shadow: 0.22,
  },
  dark: {
    background: "#12161d",
    ground: "#181d26",
    grid: "#3a4452",
    link: "#aeb8c5",
    base: "#66717f",
    turning: "#4b8cf5",
    sliding: "#f0993e",
    fixed: "#8792a1",
    cap: "#dfe5ec",
    tool: "#c3ccd7",
    ellipsoid: "#a98bf2",
    gravity: "#97a3b3",
    path: "#ff5fa2",
    axes: ["#ff5a64", "#3ecb74", "#6797ff"],
    sky: 0.35,
    lamp: 1.7,
    surroundings: 0.42,
    shadow: 0.5,
  },
};

/** What the reader's system asks for. */
export function preferredTheme(): ThemeName {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
