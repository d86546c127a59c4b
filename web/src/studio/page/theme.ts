/** Light or dark: as the reader's system asks, until the reader says otherwise. */

import { preferredTheme, type ThemeName } from "../../themes";
import { Cell } from "../cells";

const KEPT = "torsor-theme";

export const theme = new Cell<ThemeName>(kept() ?? preferredTheme());

export function dressPage(): void {
  const apply = () => {
    document.documentElement.dataset.theme = theme.value;
  };
  theme.watch(apply);
  apply();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (!kept()) theme.set(preferredTheme());
  });
}

export function flipTheme(): void {
  theme.set(theme.value === "dark" ? "light" : "dark");
  keep(KEPT, theme.value);
}

function kept(): ThemeName | undefined {
  const found = recall(KEPT);
  return found === "light" || found === "dark" ? found : undefined;
}

/** Storage may be shut to a page; then nothing is kept. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // nothing is kept
  }
}
