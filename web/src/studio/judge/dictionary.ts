/** What the author's symbols were taken for, to be corrected by hand and checked again. */

import { element } from "../../panel/elements";
import type { DictionaryRow } from "../protocol";
import { button } from "../ui/controls";

export class Dictionary {
  constructor(private readonly again: (lines: string[]) => void) {}

  show(rows: DictionaryRow[], given: string[]): HTMLElement {
    const fields: { field: HTMLInputElement; read: string }[] = [];
    const list = element("div", { class: "dictionary-rows" });
    for (const row of rows) {
      const field = element("input", { type: "text", value: row.let || `${row.symbol} = ${row.stands_for}`, "aria-label": `What ${row.symbol} stands for`, spellcheck: "false" });
      fields.push({ field, read: field.value });
      list.append(element("div", { class: "dictionary-row" }, element("b", { text: row.symbol }), field, element("small", { text: row.why })));
    }
    const more = element("textarea", { rows: 3, spellcheck: "false", "aria-label": "Further lines of the dictionary", placeholder: "I_1 = Izz1 + m1*rx1^2" });
    const known = new Set(rows.map((row) => row.let));
    more.value = given.filter((line) => !known.has(line)).join("\n");
    const go = () => {
      const changed = fields.filter(({ field, read }) => field.value.trim() && field.value !== read).map(({ field }) => field.value.trim());
      const kept = given.filter((line) => known.has(line) && fields.some(({ field }) => field.value === line));
      const typed = more.value.split("\n").map((line) => line.trim()).filter(Boolean);
      this.again([...new Set([...kept, ...typed, ...changed])]);
    };
    return element(
      "section", { class: "verdict-part dictionary" }, element("h3", { text: "Dictionary" }),
      element("p", { class: "hint", text: rows.length ? "What every symbol of the text was taken for. Correct a line, or add one, and check again." : "Lines that say what a symbol of the text stands for; the text is then checked again." }), list, more,
      element("div", { class: "row" }, button("Check again", go, { class: "button main" })),
    );
  }
}
