/** What is read, in which notation, how short, and what is looked for. */

import { element } from "../../panel/elements";
import type { Form } from "../protocol";
import type { Studio } from "../studio";
import { choice, menu, Segments } from "../ui/controls";
import { sign } from "../ui/signs";

const NAMES: Record<Form, string> = {
  tau: "Driving forces", matrices: "M, C, g", steps: "Steps", energies: "Energies", base: "Base parameters",
};

export class Toolbar {
  readonly node = element("div", { class: "toolbar", role: "toolbar", "aria-label": "Equations" });
  private readonly forms: Segments<Form>;
  private readonly notation = element("span", { class: "slot" });
  private readonly field = element("input", { type: "search", placeholder: "Search q̇₁ m₅", "aria-label": "Search terms by their factors", spellcheck: "false" });
  private readonly found = element("output", { class: "found" });
  /** Why nothing can be looked for: a sentence, in a line of its own. */
  private readonly problem = element("p", { class: "search-problem", role: "status", hidden: true });

  constructor(private readonly studio: Studio, private readonly searched: (text: string) => void, private readonly next: (step: 1 | -1) => void) {
    const known = new Map(studio.catalogue.forms.map((one) => [one.name, one.says]));
    const forms = (Object.keys(NAMES) as Form[]).filter((name) => known.has(name));
    this.forms = new Segments("What is read", forms.map((name) => ({ name, text: NAMES[name], title: known.get(name)! })), (form) => studio.patch({ form }));
    let typed: ReturnType<typeof setTimeout> | undefined;
    this.field.addEventListener("input", () => {
      clearTimeout(typed);
      typed = setTimeout(() => this.searched(this.field.value.trim()), 350);
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        this.next(event.shiftKey ? -1 : 1);
      }
      if (event.key === "Escape" && this.field.value) {
        this.field.value = "";
        this.searched("");
      }
    });
    const search = element("label", { class: "search" }, sign("search"), this.field, this.found);
    this.node.append(this.forms.node, search, this.notation, this.shorter(), this.problem);
    studio.view.watch(() => this.show());
    studio.robot.watch(() => this.show());
    this.show();
  }

  tell(text: string): void {
    this.found.textContent = text;
    this.problem.hidden = true;
  }

  fail(sentence: string): void {
    this.found.textContent = "";
    this.problem.textContent = sentence;
    this.problem.hidden = false;
  }

  clear(): void {
    this.field.value = "";
    this.tell("");
  }

  private show(): void {
    const { form, style } = this.studio.view.value;
    this.forms.set(form);
    const own = this.studio.robot.value?.notation ?? "";
    const chosen = style.notation ?? own;
    const options = this.studio.catalogue.notations.map((name) => ({ name, text: name }));
    if (chosen && !options.some(({ name }) => name === chosen)) options.unshift({ name: chosen, text: chosen });
    const list = choice("Notation", options, chosen, (notation) => this.studio.patch({ style: { ...this.studio.view.value.style, notation } }));
    const active = this.notation.contains(document.activeElement);
    this.notation.replaceChildren(list);
    if (active) list.querySelector("select")!.focus();
  }

  /** Ways to make the equations shorter: each can be on or off. */
  private shorter(): HTMLElement {
    const { shorter, collect } = this.studio.catalogue;
    const set = (style: object) => this.studio.patch({ style: { ...this.studio.view.value.style, ...style } });
    const tick = (on: boolean, text: string) => `${on ? "✓" : "\u2003"} ${text}`;
    return menu("Shorter", () => {
      const style = this.studio.view.value.style;
      const chosen = style.shorter ?? [];
      return [
        ...shorter.map(({ name, says }) => ({
          text: tick(chosen.includes(name), name), says,
          act: () => set({ shorter: chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name] }),
        })),
        ...collect.map(({ name, says }) => ({
          text: tick(style.collect === name, `collect ${name}`), says, act: () => set({ collect: style.collect === name ? "" : name }),
        })),
      ];
    }, { class: "button quiet", sign: "down", title: "Fewer letters: sums, squares, collected" });
  }
}
