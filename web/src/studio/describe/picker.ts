/** Another robot: from the library, the atlas, a word, joints clicked together, or a file. */

import { element } from "../../panel/elements";
import type { Studio } from "../studio";
import { openDialog } from "../ui/dialog";
import { atlasPage } from "./atlas";
import { buildPage } from "./build";
import { filePage } from "./file";
import { libraryPage } from "./library";
import { typePage } from "./type";

export type PickerPage = "library" | "atlas" | "type" | "joints" | "file";

const PAGES: { name: PickerPage; text: string; make: (studio: Studio, done: () => void) => HTMLElement }[] = [
  { name: "library", text: "Library", make: libraryPage },
  { name: "atlas", text: "Atlas", make: atlasPage },
  { name: "type", text: "Type it", make: typePage },
  { name: "joints", text: "Click joints together", make: buildPage },
  { name: "file", text: "File or CAD text", make: filePage },
];

export function openPicker(studio: Studio, first: PickerPage = "library"): void {
  const body = element("div", { class: "picker-body", id: "picker-body", role: "tabpanel", tabindex: 0 });
  const list = element("div", { class: "tabs", role: "tablist", "aria-label": "Where from" });
  const tabs = PAGES.map(({ name, text, make }) => {
    const one = element("button", { type: "button", role: "tab", text, "aria-controls": "picker-body", id: `picker-${name}` });
    const turn = () => {
      for (const other of tabs) {
        other.one.setAttribute("aria-selected", String(other.one === one));
        other.one.tabIndex = other.one === one ? 0 : -1;
      }
      body.setAttribute("aria-labelledby", one.id);
      body.replaceChildren(make(studio, () => dialog.close()));
    };
    one.addEventListener("click", turn);
    list.append(one);
    return { name, one, turn };
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.findIndex(({ one }) => one === document.activeElement);
    if (!step || at < 0) return;
    const next = tabs[(at + step + tabs.length) % tabs.length]!;
    next.turn();
    next.one.focus();
  });
  const dialog = openDialog("Choose or describe a robot", element("div", { class: "picker" }, list, body), { class: "wide" });
  tabs.find(({ name }) => name === first)!.turn();
  body.querySelector<HTMLElement>("input, textarea, button")?.focus();
}
