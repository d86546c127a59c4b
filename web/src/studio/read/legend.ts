/** The colours of the effects and how many terms each has; one can be seen alone. */

import { element } from "../../panel/elements";
import type { Effect, Equations } from "../protocol";
import type { Studio } from "../studio";

export class Legend {
  readonly node = element("div", { class: "legend", role: "group", "aria-label": "Show one effect alone" });
  private only = "";

  constructor(private readonly studio: Studio, private readonly changed: (only: string) => void) {}

  show(found: Equations): void {
    const counts = new Map<string, number>();
    for (const { equations } of found.sections) {
      for (const { effects } of equations) {
        for (const [name, count] of Object.entries(effects)) counts.set(name, (counts.get(name) ?? 0) + count);
      }
    }
    const known = this.studio.catalogue.effects.filter(({ name }) => counts.get(name));
    if (!known.some(({ name }) => name === this.only)) this.pick("");
    this.node.replaceChildren(
      ...known.map(({ name, says }) => {
        const one = element(
          "button", { type: "button", class: `effect-chip ${name}`, title: says, "aria-pressed": String(this.only === name) },
          element("i", { "aria-hidden": "true" }), element("span", { text: name }), element("b", { text: counts.get(name)!.toLocaleString("en") }),
        );
        one.addEventListener("click", () => {
          this.pick(this.only === name ? "" : name);
          for (const other of this.node.children) other.setAttribute("aria-pressed", String(other === one && this.only !== ""));
        });
        return one;
      }),
    );
    this.node.hidden = known.length === 0;
  }

  private pick(name: string): void {
    if (this.only === name) return;
    this.only = name;
    this.changed(name);
  }
}

/** How an equation is shared among effects, as a bar. */
export function shareBar(effects: Partial<Record<Effect, number>>): HTMLElement {
  const entries = Object.entries(effects);
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  const text = entries.map(([name, count]) => `${name} ${count}`).join(", ");
  const bar = element("span", { class: "share-bar", role: "img", "aria-label": text, title: text });
  for (const [name, count] of entries) {
    const part = element("i", { class: name });
    part.style.flexGrow = String(count / total);
    bar.append(part);
  }
  return bar;
}
