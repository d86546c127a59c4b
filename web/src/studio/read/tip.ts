/** What a symbol means and what it is worth, beside it. */

import { element } from "../../panel/elements";
import { printFigure } from "../../units";
import { math } from "../mathml";
import type { Studio } from "../studio";
import { printUnit } from "../ui/units";

export class Tip {
  readonly node = element("div", { class: "tip", role: "tooltip", hidden: true, id: "tip" });
  private shown = "";

  constructor(private readonly studio: Studio) {}

  /** Show what stands under the mouse; nothing hides it. */
  show(at: Element | null): void {
    const mark = at?.closest("[data-symbol]");
    const name = mark?.getAttribute("data-symbol") ?? "";
    const row = this.studio.symbols.get(name);
    if (!mark || !row) {
      this.node.hidden = true;
      this.shown = "";
      return;
    }
    const box = mark.getBoundingClientRect();
    if (this.shown !== name || this.node.hidden) {
      this.shown = name;
      const own = this.studio.view.value.values[name] ?? row.value;
      const value = own === null || own === undefined ? "no number yet" : `${printFigure(own)} ${printUnit(row.unit)}`.trim();
      this.node.replaceChildren(
        element("span", { class: "symbol" }, math(row.mathml)),
        element("span", { class: "meaning", text: row.meaning }),
        element("span", { class: "value", text: row.kind === "parameter" || row.kind === "gravity" || own != null ? value : printUnit(row.unit) }),
      );
    }
    this.node.hidden = false;
    const width = this.node.offsetWidth;
    const left = Math.min(Math.max(8, box.left + box.width / 2 - width / 2), innerWidth - width - 8);
    const above = box.top - this.node.offsetHeight - 8;
    this.node.style.left = `${left}px`;
    this.node.style.top = `${above > 4 ? above : box.bottom + 8}px`;
  }
}
