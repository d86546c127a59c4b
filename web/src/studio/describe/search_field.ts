/** A field that narrows a list as one types. */

import { element } from "../../panel/elements";
import { sign } from "../ui/signs";

export function searchField(hint: string, typed: (text: string) => void): HTMLElement {
  const field = element("input", { type: "search", placeholder: hint, "aria-label": hint, spellcheck: "false" });
  field.addEventListener("input", () => typed(field.value.trim()));
  return element("label", { class: "search wide" }, sign("search"), field);
}
