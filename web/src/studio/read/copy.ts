/** An equation for the clipboard, in a way of writing. */

import type { EquationRow } from "../protocol";
import type { Studio } from "../studio";
import { menu } from "../ui/controls";
import { copyText } from "../ui/dialog";
import { nameOf } from "../ui/names";
import type { Asked } from "./asked";
import { terms } from "./sheet";

const WHOLE = ["latex", "text", "markdown", "typst", "sympy"];
const SINGLE = ["latex", "text", "sympy", "markdown", "typst", "python", "c", "matlab", "javascript"];

export function copyMenu(studio: Studio, asked: () => Asked | null, gone: () => number, equation?: EquationRow): HTMLElement {
  const there = new Set(studio.catalogue.takes.map((one) => one.name));
  const entries = () =>
    (equation ? SINGLE : WHOLE).filter((name) => there.has(name)).flatMap((name) => {
      if (equation || name !== "latex") return [{ text: `Copy as ${nameOf(name)}`, act: () => void copy(name, nameOf(name)) }];
      return [
        { text: "Copy as LaTeX, equations only", act: () => void copy(name, "LaTeX", true) },
        { text: "Copy as LaTeX, whole document", act: () => void copy(name, "a LaTeX document") },
      ];
    });
  async function copy(what: string, text: string, bare = false): Promise<void> {
    const now = asked();
    if (!now) return;
    const about = { robot: now.robot, what, form: now.form, style: now.style, ...(equation ? { equation: equation.id } : {}), ...(bare ? { bare } : {}) };
    const found = await studio.tryAsk("take", about);
    const left = gone() ? ` ${terms(gone())} struck out, left out of the copy.` : "";
    if (found) await copyText(found.text || atob(found.base64), `${equation ? equation.text : "All equations"}: copied as ${text}.${left}`);
  }
  return menu(equation ? "" : "Copy", entries, { class: equation ? "round small" : "button quiet", sign: "copy", title: equation ? `Copy ${equation.text}` : "Copy all that is shown" });
}
