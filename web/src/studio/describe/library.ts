/** The robots of the library, with their pictures. */

import { element } from "../../panel/elements";
import type { LibraryRobot } from "../protocol";
import type { Studio } from "../studio";
import { button } from "../ui/controls";
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
    offer(text);
    for (const own of groups.values()) own.parentElement!.hidden = [...own.children].every((one) => (one as HTMLElement).hidden);
  });
  const none = element("div", { class: "nothing-found", role: "status", hidden: true });
  /** A word of joints is a robot; where nothing is found, it is said. */
  function offer(text: string): void {
    const word = /^[RT]{2,64}$/i.test(text) ? text.toUpperCase() : "";
    const found = cards.some(({ node }) => !node.hidden);
    none.hidden = found && !word;
    if (none.hidden) return;
    const says = found ? `Or any robot of these joints:` : "No robot of this name in the library.";
    const derive = () => {
      studio.open({ text: word, kind: "word" });
      done();
    };
    none.replaceChildren(element("p", { text: says }));
    if (word) none.append(button(`Derive ${word} now`, derive, { class: "button main", sign: "right" }));
    else none.append(element("p", { class: "hint", text: "A word of joints is a robot too: R turns, T slides, as TRRT." }));
  }
  field.addEventListener("keydown", (event) => {
    const offered = event.key === "Enter" && none.querySelector("button");
    if (!offered) return;
    event.preventDefault();
    offered.click();
  });
  made.append(field, none);
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
