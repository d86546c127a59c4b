/** The atlas: every structure of up to so many joints, found by its word or its axes. */

import { element } from "../../panel/elements";
import type { Studio } from "../studio";
import { searchField } from "./search_field";
import { wordPicture } from "./word";

const SHOWN = 120;

export function atlasPage(studio: Studio, done: () => void): HTMLElement {
  const all = studio.catalogue.atlas;
  const cards = element("div", { class: "cards atlas" });
  const told = element("p", { class: "hint", role: "status" });
  const show = (text: string) => {
    const [word = "", axes = ""] = text.split(/\s+/);
    const fitting = all.filter((one) =>
      (!word || one.word.startsWith(word.toUpperCase()) || one.axes.startsWith(word.toLowerCase()) || String(one.dof) === word) &&
      (!axes || one.axes.startsWith(axes.toLowerCase())));
    told.textContent = fitting.length > SHOWN ? `${fitting.length.toLocaleString("en")} structures; the first ${SHOWN} are shown. Type a beginning, as RTR zx, or a number of joints.` : `${fitting.length} ${fitting.length === 1 ? "structure" : "structures"}`;
    cards.replaceChildren(...fitting.slice(0, SHOWN).map(({ word: own, axes: along }) => {
      const one = element("button", { type: "button", class: "card small" }, wordPicture(own, along), element("span", { class: "card-facts", text: `${own} ${along}` }));
      one.addEventListener("click", () => {
        studio.open({ text: own, kind: "word", axes: along });
        done();
      });
      return one;
    }));
  };
  show("");
  return element("div", { class: "library" }, searchField("Structure, then axes: RTTRR zzyzy", show), told, cards);
}
