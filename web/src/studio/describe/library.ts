/** The robots of the library, with their pictures. */

import { element } from "../../panel/elements";
import type { LibraryRobot } from "../protocol";
import type { Studio } from "../studio";
import { searchField } from "./search_field";
import { thumbnail } from "./thumbnails";
import { wordPicture } from "./word";

export function libraryPage(studio: Studio, done: () => void): HTMLElement {
  const groups = new Map<string, HTMLElement>();
  const cards: { robot: LibraryRobot; node: HTMLElement }[] = [];
  const made = element("div", { class: "library" });
  for (const robot of studio.catalogue.robots) {
    const node = card(studio, robot, () => {
      studio.open({ text: robot.name });
      done();
    });
    cards.push({ robot, node });
    const own = groups.get(robot.group) ?? element("div", { class: "cards" });
    groups.set(robot.group, own);
    own.append(node);
  }
  const field = searchField("Search: name, structure, a word", (text) => {
    for (const { robot, node } of cards) {
      const all = `${robot.name} ${robot.title} ${robot.structure} ${robot.description} ${robot.group}`.toLowerCase();
      node.hidden = !text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
    }
    for (const own of groups.values()) own.parentElement!.hidden = [...own.children].every((one) => (one as HTMLElement).hidden);
  });
  made.append(field);
  for (const [title, own] of groups) made.append(element("section", {}, element("h3", { text: title }), own));
  return made;
}

function card(studio: Studio, robot: LibraryRobot, act: () => void): HTMLElement {
  const made = element(
    "button", { type: "button", class: "card" },
    thumbnail(studio, { text: robot.name }, wordPicture(robot.structure)),
    element("b", { text: robot.title || robot.name }),
    element("span", { class: "card-facts", text: `${robot.structure} · ${robot.dof} coordinates${robot.has_numbers ? " · with numbers" : ""}` }),
    element("span", { class: "card-says", text: robot.description }),
  );
  made.dataset.robot = robot.name;
  made.addEventListener("click", act);
  return made;
}
