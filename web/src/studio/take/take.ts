/** What can be taken along: files of every kind, the picture, a link. */

import { element } from "../../panel/elements";
import type { See } from "../see/see";
import type { Studio } from "../studio";
import { openDialog, saveFile, saveTaken } from "../ui/dialog";
import { nameOf } from "../ui/names";
import { copyLink } from "./link";

const ROBOT = ["toml", "urdf", "mjcf", "json", "svg", "viewer"];
const EQUATIONS = ["text", "latex", "markdown", "html", "typst", "docx", "sympy", "report", "report-html", "mathml"];

export function openTake(studio: Studio, see: See): void {
  const robot = studio.robot.value;
  if (!robot) return;
  const made = element("div", { class: "take" });
  const groups: [string, HTMLElement][] = [["The robot", group()], ["Equations and reports", group()], ["Code", group()]];
  const [own, equations, code] = groups.map(([, node]) => node) as [HTMLElement, HTMLElement, HTMLElement];
  for (const { name, says } of studio.catalogue.takes) {
    const place = ROBOT.includes(name) ? own : EQUATIONS.includes(name) ? equations : code;
    place.append(entry(name, says, () => void take(studio, name)));
  }
  own.append(
    entry("picture", "The picture as it is seen, as PNG", () => void photograph(studio, see)),
    entry("link", "A link that holds this robot and what you see of it", () => void copyLink(studio)),
  );
  for (const [title, node] of groups) if (node.childElementCount) made.append(element("h3", { text: title }), node);
  openDialog(`Take ${robot.title || robot.name} along`, made, { class: "wide" });
}

async function take(studio: Studio, what: string): Promise<void> {
  const robot = studio.description.value;
  if (!robot) return;
  const { form, style, values, q } = studio.view.value;
  const found = await studio.tryAsk("take", { robot, what, form, style, values, ...(q ? { q } : {}) });
  if (found) saveTaken(found);
}

async function photograph(studio: Studio, see: See): Promise<void> {
  const found = await see.viewer?.photograph();
  if (found) saveFile(`${studio.robot.value?.name ?? "robot"}.png`, found);
}

function group(): HTMLElement {
  return element("div", { class: "take-list" });
}

function entry(name: string, says: string, act: () => void): HTMLElement {
  const made = element("button", { type: "button", class: "take-entry" }, element("b", { text: nameOf(name) }), element("span", { text: says }));
  made.dataset.what = name;
  made.addEventListener("click", act);
  return made;
}
