/** Hypotheses, the load and the drives as switches. */

import { element } from "../../panel/elements";
import type { HypothesisRow, Robot } from "../protocol";
import type { Studio } from "../studio";
import { button, choice, toggle } from "../ui/controls";

export function showHypotheses(studio: Studio, robot: Robot): HTMLElement {
  const made = element("div", { class: "hypotheses" });
  const changed = studio.view.value.robot.hypotheses != null;
  const possible = robot.hypotheses.filter((one) => one.on || !one.refused);
  const refused = robot.hypotheses.filter((one) => !one.on && one.refused);
  const head = element("div", { class: "describe-head" }, element("p", { class: "hint", text: possible.length ? "What a hypothesis takes away is struck out in the equations." : "" }));
  if (changed) head.append(button("As described", () => studio.patch({ robot: withoutHypotheses(studio), before: null }), { class: "button quiet" }));
  made.append(head);
  for (const row of possible) made.append(switchOf(studio, robot, row));
  if (refused.length) {
    const more = element("details", { class: "refused-list" }, element("summary", { text: `${refused.length} that do not fit this robot` }));
    for (const row of refused) more.append(toggle(spoken(row.name), false, () => undefined, { disabled: row.refused }));
    made.append(more);
  }
  made.append(load(studio, robot));
  if (robot.notes.length) {
    made.append(element("h2", { text: "Notes on the reading" }), element("ul", { class: "notes" }, ...robot.notes.map((text) => element("li", { text }))));
  }
  return made;
}

function switchOf(studio: Studio, robot: Robot, row: HypothesisRow): HTMLElement {
  const flipped = (on: boolean) => {
    const before = robot.declared;
    const after = on ? [...before, row.name] : before.filter((one) => one !== row.name);
    studio.patch({ robot: { ...studio.view.value.robot, hypotheses: after }, before: on ? before : null });
  };
  const made = toggle(spoken(row.name), row.on, flipped, { says: row.says });
  made.querySelector("input")!.dataset.name = row.name;
  if (row.declared) made.querySelector(".what")!.append(element("em", { text: "declared" }));
  return made;
}

function load(studio: Studio, robot: Robot): HTMLElement {
  const { payloads, drives } = studio.catalogue;
  const own = studio.view.value.robot;
  const made = element("div", { class: "load" });
  const options = payloads.map(({ name, says }) => ({ name, text: says }));
  made.append(choice("Load", options, robot.payload, (payload) => studio.change({ payload })));
  const chosen = own.drives ?? [];
  for (const { name, says } of drives) {
    const box = toggle(spoken(name), chosen.includes(name), (on) => studio.change({ drives: on ? [...chosen, name] : chosen.filter((one) => one !== name) }), { says });
    box.querySelector("input")!.dataset.name = name;
    made.append(box);
  }
  return element("div", { class: "load-part" }, element("h2", { text: "Load and drives" }), made);
}

function withoutHypotheses(studio: Studio) {
  const { hypotheses: _, ...rest } = studio.view.value.robot;
  return rest;
}

/** `com_at_origin` as words. */
export function spoken(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
