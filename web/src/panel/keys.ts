/** The keyboard, and the card that tells of it. */
import { element } from "./elements";
import { icon } from "./icons";

export interface Key {
  key: string;
  text: string;
  act: () => void;
  /** What the card shows in place of the key's own name. */
  shown?: string;
}

export function listen(node: HTMLElement, keys: Key[]): () => void {
  const heard = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLSelectElement;
    const sliding = event.target instanceof HTMLInputElement && event.key.startsWith("Arrow");
    if (event.ctrlKey || event.metaKey || event.altKey || typing || sliding) return;
    const pressed = event.target instanceof HTMLButtonElement && event.key === " ";
    const key = keys.find((one) => one.key === event.key.toLowerCase() || one.key === event.key);
    if (!key || pressed) return;
    event.preventDefault();
    key.act();
  };
  node.addEventListener("keydown", heard);
  return () => node.removeEventListener("keydown", heard);
}

export function keyCard(keys: Key[], close: () => void): HTMLElement {
  const shut = element("button", { type: "button", class: "round", "aria-label": "close" }, icon("close"));
  shut.addEventListener("click", close);
  const list = element("dl");
  const mouse: [string, string][] = [
    ["drag", "turn the view"], ["wheel, pinch", "nearer and farther"], ["right drag, two fingers", "move the view"],
  ];
  for (const [term, text] of mouse) {
    list.append(element("dt", { text: term }), element("dd", { text }));
  }
  for (const { key, shown, text } of keys) {
    list.append(element("dt", {}, element("kbd", { text: shown ?? key.toUpperCase() })), element("dd", { text }));
  }
  const head = element("div", { class: "card-head" }, element("h2", { text: "Mouse and keys" }), shut);
  return element("div", { class: "card", role: "dialog", "aria-label": "Mouse and keys" }, head, list);
}
