/** An equation for the clipboard, in a way of writing. */

import type { EquationRow } from "../protocol";
import type { Studio } from "../studio";
import { menu } from "../ui/controls";
import { copyText } from "../ui/dialog";
import { nameOf } from "../ui/names";
import type { Asked } from "./asked";

const WHOLE = ["latex", "text", "markdown", "typst", "sympy"];
const SINGLE = ["latex", "text", "sympy", "markdown", "typst", "python", "c", "matlab", "javascript"];

export function copyMenu(studio: Studio, asked: () => Asked | null, equation?: EquationRow): HTMLElement {
  const there = new Set(studio.catalogue.takes.map((one) => one.name));
  const entries = () =>
    (equation ? SINGLE : WHOLE).filter((name) => there.has(name)).map((name) => ({
      text: `Copy as ${nameOf(name)}`,
      act: () => void copy(name, nameOf(name)),
    }));
  async function copy(what: string, text: string): Promise<void> {
    const now = asked();
    if (!now) return;
    const about = { robot: now.robot, what, form: now.form, style: now.style, ...(equation ? { equation: equation.id } : {}) };
    const found = await studio.tryAsk("take", about);
    if (found) await copyText(found.text || atob(found.base64), `${equation ? equation.text : "All equations"}: copied as ${text}.`);
  }
  return menu(equation ? "" : "Copy", entries, { class: equation ? "round small" : "button quiet", sign: "copy", title: equation ? `Copy ${equation.text}` : "Copy all that is shown" });
}
