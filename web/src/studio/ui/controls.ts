/** The page's small parts: buttons, chips, switches, menus of a kind that keys can use. */

import { element } from "../../panel/elements";
import { type SignName, sign } from "./signs";

export function button(text: string, act: () => void, more: { class?: string; sign?: SignName; title?: string } = {}): HTMLButtonElement {
  const made = element("button", { type: "button", class: more.class ?? "button" });
  if (more.sign) made.append(sign(more.sign));
  if (text) made.append(element("span", { text }));
  if (more.title) {
    made.title = more.title;
    if (!text) made.setAttribute("aria-label", more.title);
  }
  made.addEventListener("click", act);
  return made;
}

/** A choice of one among a few, all to be seen. */
export class Segments<Name extends string> {
  readonly node: HTMLElement;
  private readonly buttons = new Map<Name, HTMLButtonElement>();

  constructor(label: string, choices: { name: Name; text: string; title?: string }[], picked: (name: Name) => void) {
    this.node = element("div", { class: "segments", role: "group", "aria-label": label });
    for (const { name, text, title } of choices) {
      const one = button(text, () => picked(name), { class: "segment", ...(title ? { title } : {}) });
      this.buttons.set(name, one);
      this.node.append(one);
    }
  }

  set(name: Name): void {
    for (const [own, one] of this.buttons) one.setAttribute("aria-pressed", String(own === name));
  }
}

/** A choice of one among many. */
export function choice(label: string, options: { name: string; text: string }[], value: string, picked: (name: string) => void, quiet = false): HTMLLabelElement {
  const list = element("select", quiet ? { "aria-label": label, title: label } : {});
  for (const { name, text } of options) list.append(element("option", { value: name, text }));
  list.value = value;
  list.addEventListener("change", () => picked(list.value));
  return element("label", { class: "choice" }, ...(quiet ? [] : [element("span", { text: label })]), list);
}

/** A switch with what it means. */
export function toggle(text: string, on: boolean, flipped: (on: boolean) => void, more: { says?: string; disabled?: string } = {}): HTMLLabelElement {
  const box = element("input", { type: "checkbox", role: "switch", disabled: Boolean(more.disabled) });
  box.checked = on;
  box.addEventListener("change", () => flipped(box.checked));
  const words = element("span", { class: "words" }, element("span", { class: "what", text }));
  const says = more.disabled || more.says;
  if (says) words.append(element("small", { text: says }));
  return element("label", { class: more.disabled ? "toggle refused" : "toggle" }, box, element("i", { "aria-hidden": "true" }), words);
}

const GAP = 5;

/** Above everything and within the window: below what opens it where there is room, else above. */
function place(list: HTMLElement, head: HTMLElement): void {
  const from = head.getBoundingClientRect();
  const below = innerHeight - from.bottom - 2 * GAP;
  const above = from.top - 2 * GAP;
  list.style.maxHeight = "";
  const up = list.offsetHeight > below && above > below;
  list.style.maxHeight = `${Math.max(80, Math.min(list.offsetHeight, up ? above : below))}px`;
  const top = up ? from.top - GAP - list.offsetHeight : from.bottom + GAP;
  const left = Math.min(Math.max(GAP, from.right - list.offsetWidth), innerWidth - list.offsetWidth - GAP);
  Object.assign(list.style, { top: `${top}px`, left: `${left}px` });
}

/** A button that opens a list of things to do. */
export function menu(text: string, entries: () => { text: string; says?: string; act: () => void }[], more: { class?: string; sign?: SignName; title?: string } = {}): HTMLElement {
  let at = 0;
  const list = element("div", { class: "menu-list", role: "menu", popover: "manual", hidden: true });
  const head = button(text, () => (list.hidden ? open() : close()), more);
  head.setAttribute("aria-haspopup", "menu");
  head.setAttribute("aria-expanded", "false");
  const root = element("div", { class: "menu" }, head, list);
  function open(): void {
    list.replaceChildren(
      ...entries().map((entry) => {
        const one = element("button", { type: "button", role: "menuitem" }, element("span", { text: entry.text }));
        if (entry.says) one.append(element("small", { text: entry.says }));
        one.addEventListener("click", () => {
          close(true);
          entry.act();
        });
        return one;
      }),
    );
    list.hidden = false;
    head.setAttribute("aria-expanded", "true");
    list.showPopover();
    at = head.getBoundingClientRect().top;
    place(list, head);
    (list.firstElementChild as HTMLElement | null)?.focus();
    document.addEventListener("pointerdown", outside, true);
    document.addEventListener("scroll", away, true);
    addEventListener("resize", shut);
  }
  function close(back = false): void {
    if (list.matches(":popover-open")) list.hidePopover();
    list.hidden = true;
    head.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("scroll", away, true);
    removeEventListener("resize", shut);
    if (back) head.focus();
  }
  /** What the menu belongs to moves: it would stand beside something else. */
  function away(): void {
    if (Math.abs(head.getBoundingClientRect().top - at) > 1) close();
  }
  function shut(): void {
    close();
  }
  function outside(event: Event): void {
    if (!root.contains(event.target as Node)) close();
  }
  root.addEventListener("focusout", (event) => {
    if (!list.hidden && event.relatedTarget && !root.contains(event.relatedTarget as Node)) close();
  });
  root.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      close(true);
    } else if (step && !list.hidden) {
      event.preventDefault();
      const all = [...list.children] as HTMLElement[];
      const at = all.indexOf(document.activeElement as HTMLElement);
      all[(at + step + all.length) % all.length]?.focus();
    }
  });
  return root;
}
