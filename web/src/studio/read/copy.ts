/** An equation for the clipboard, in a way of writing. */

import type { EquationRow } from "../protocol";
import type { Studio } from "../studio";
import { menu } from "../ui/controls";
import { copyText } from "../ui/dialog";
import type { Asked } from "./asked";

const WRITTEN: Record<string, string> = {
  latex: "LaTeX", text: "Text", sympy: "SymPy", python: "Python", c: "C", matlab: "MATLAB", javascript: "JavaScript",
  markdown: "Markdown", typst: "Typst", mathml: "MathML",
};

export function copyMenu(studio: Studio, asked: () => Asked | null, equation?: EquationRow): HTMLElement {
  const there = new Set(studio.catalogue.takes.map((one) => one.name));
  const entries = () =>
    Object.entries(WRITTEN).filter(([name]) => there.has(name) && (equation || ["latex", "text", "markdown", "typst", "sympy"].includes(name))).map(([name, text]) => ({
      text: `Copy as ${text}`,
      act: () => void copy(name, text),
    }));
  async function copy(what: string, text: string): Promise<void> {
    const now = asked();
    if (!now) return;
    const about = { robot: now.robot, what, form: now.form, style: now.style, ...(equation ? { equation: equation.id } : {}) };
    const found = await studio.tryAsk("take", about);
    if (found) await copyText(found.text || atob(found.base64), `${equation ? equation.text : "All equations"}: copied as ${text}.`);
  }
  return menu("", entries, { class: "round small", sign: "copy", title: equation ? `Copy ${equation.text}` : "Copy all that is shown" });
}
