/** A pane that comes from the side, or from below on a phone: where a term comes from, what is large. */

import { element } from "../../panel/elements";
import { button } from "../ui/controls";

export class Drawer {
  readonly node = element("aside", { class: "drawer", hidden: true, tabindex: -1 });
  private readonly body = element("div", { class: "drawer-body" });
  private readonly title = element("h2");
  private back: HTMLElement | null = null;

  constructor(private readonly closed: () => void) {
    const shut = button("", () => this.close(), { class: "round", sign: "close", title: "Close" });
    this.node.append(element("div", { class: "drawer-head" }, this.title, shut), this.body);
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  open(title: string, ...content: Node[]): void {
    if (this.node.hidden) this.back = document.activeElement as HTMLElement | null;
    this.title.textContent = title;
    this.node.setAttribute("aria-label", title);
    this.body.replaceChildren(...content);
    this.body.scrollTop = 0;
    this.node.hidden = false;
    this.node.focus({ preventScroll: true });
  }

  close(): void {
    if (this.node.hidden) return;
    this.node.hidden = true;
    this.body.replaceChildren();
    this.back?.focus({ preventScroll: true });
    this.closed();
  }

  get isOpen(): boolean {
    return !this.node.hidden;
  }
}
