/** The robot as it is described: its hypotheses, joints, numbers and text, all to be changed. */

import { element } from "../../panel/elements";
import type { Studio } from "../studio";
import { Editor } from "./editor";
import { showHypotheses } from "./hypotheses";
import { showJoints } from "./joints";
import { Numbers } from "./numbers";

type Tab = "hypotheses" | "joints" | "numbers" | "text";

const TABS: { name: Tab; text: string }[] = [
  { name: "hypotheses", text: "Hypotheses" },
  { name: "joints", text: "Joints" },
  { name: "numbers", text: "Numbers" },
  { name: "text", text: "Text" },
];

export class Describe {
  readonly node = element("section", { class: "describe", "aria-label": "Its description" });
  private readonly pane = element("div", { class: "describe-pane", role: "tabpanel", tabindex: 0, id: "describe-pane" });
  private readonly tabs = new Map<Tab, HTMLButtonElement>();
  private readonly editor: Editor;
  private readonly numbers: Numbers;
  private tab: Tab = "hypotheses";

  constructor(private readonly studio: Studio) {
    this.editor = new Editor(studio);
    this.numbers = new Numbers(studio);
    const list = element("div", { class: "tabs", role: "tablist", "aria-label": "Description" });
    for (const { name, text } of TABS) {
      const one = element("button", { type: "button", role: "tab", text, id: `tab-${name}`, "aria-controls": "describe-pane" });
      one.addEventListener("click", () => this.turn(name));
      this.tabs.set(name, one);
      list.append(one);
    }
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const at = TABS.findIndex(({ name }) => name === this.tab);
      this.turn(TABS[(at + step + TABS.length) % TABS.length]!.name);
      this.tabs.get(this.tab)!.focus();
    });
    this.node.append(list, this.pane);
    studio.robot.watch(() => this.show());
    studio.view.watch((view, before) => view.values !== before.values && this.tab === "numbers" && this.show());
    studio.failure.watch((failure) => {
      if (failure) this.turn("text");
    });
    this.turn("hypotheses");
  }

  private turn(tab: Tab): void {
    this.tab = tab;
    for (const [name, one] of this.tabs) {
      one.setAttribute("aria-selected", String(name === tab));
      one.tabIndex = name === tab ? 0 : -1;
    }
    this.pane.setAttribute("aria-labelledby", `tab-${tab}`);
    this.show();
  }

  private show(): void {
    const robot = this.studio.robot.value;
    const count = this.tabs.get("hypotheses")!;
    const made = robot?.hypotheses.filter((one) => one.on).length ?? 0;
    count.replaceChildren("Hypotheses", ...(made ? [element("b", { text: String(made) })] : []));
    if (this.tab === "text") {
      if (this.editor.node.parentElement !== this.pane) this.pane.replaceChildren(this.editor.node);
      return;
    }
    if (!robot) return this.pane.replaceChildren();
    const top = this.pane.scrollTop;
    const focused = document.activeElement instanceof HTMLInputElement && this.pane.contains(document.activeElement) ? document.activeElement.dataset.name : undefined;
    if (this.tab === "hypotheses") this.pane.replaceChildren(showHypotheses(this.studio, robot));
    else if (this.tab === "joints") this.pane.replaceChildren(showJoints(this.studio, robot));
    else this.pane.replaceChildren(this.numbers.show(robot));
    this.pane.scrollTop = top;
    if (focused) this.pane.querySelector<HTMLElement>(`[data-name="${CSS.escape(focused)}"]`)?.focus();
  }
}
