/** Dialogs over the page, and words that come and go. */

import { element } from "../../panel/elements";
import type { Taken } from "../protocol";
import { button } from "./controls";

/** A dialog of the browser's own kind: it holds the focus, and Escape closes it. */
export function openDialog(title: string, content: HTMLElement, more: { class?: string; closed?: () => void } = {}): HTMLDialogElement {
  const shut = button("", () => made.close(), { class: "round", sign: "close", title: "Close" });
  const head = element("div", { class: "dialog-head" }, element("h2", { text: title }), shut);
  const made = element("dialog", { class: `dialog ${more.class ?? ""}`, "aria-label": title }, head, content);
  made.addEventListener("close", () => {
    made.remove();
    more.closed?.();
  });
  made.addEventListener("pointerdown", (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  made.showModal();
  return made;
}

let shown: HTMLElement | undefined;

/** A sentence at the foot of the page, read out to those who listen. */
export function say(text: string, kind: "" | "failed" = ""): void {
  shown?.remove();
  shown = element("p", { class: `toast ${kind}`, role: "status", text });
  const top = document.querySelector("dialog[open]") ?? document.body;
  top.append(shown);
  const own = shown;
  setTimeout(() => own.remove(), kind ? 9000 : 3500);
}

/** Put a text where pasting finds it. */
export async function copyText(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(told);
  } catch {
    const box = element("textarea", { readonly: true, class: "copy-box", "aria-label": "text to copy" });
    box.value = text;
    openDialog("Copy this text", box);
    box.select();
  }
}

/** Give the reader what an engine made. */
export function saveTaken(found: Taken): void {
  const content = found.base64 ? Uint8Array.from(atob(found.base64), (one) => one.charCodeAt(0)) : found.text;
  saveFile(found.name, new Blob([content], { type: found.media }));
  say(`${found.name} is saved.`);
}

/** Give the reader a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = element("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}
