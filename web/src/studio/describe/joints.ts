/** The joints and links of a robot, a row each: pointing at one lights it up. */

import { element } from "../../panel/elements";
import type { JointRow, Robot } from "../protocol";
import type { Studio } from "../studio";
import { button } from "../ui/controls";
import { openPicker } from "./picker";

const KINDS = { R: "revolute", T: "sliding", F: "fixed" };

export function showJoints(studio: Studio, robot: Robot): HTMLElement {
  const made = element("div", { class: "joint-list" });
  const head = element("div", { class: "describe-head" }, element("p", { class: "hint", text: robot.source || `${robot.structure}, ${robot.dof} coordinates` }));
  if (robot.has_chain) head.append(button("Build on these", () => openPicker(studio, "joints"), { class: "button quiet", sign: "edit" }));
  made.append(head);
  const list = element("ol", { class: "joint-rows" });
  for (const row of robot.joints) list.append(rowOf(studio, row, `${row.number}`));
  if (robot.tool) list.append(rowOf(studio, robot.tool, "tool"));
  made.append(list);
  return made;
}

function rowOf(studio: Studio, row: JointRow, number: string): HTMLElement {
  const isTool = number === "tool";
  const title = isTool ? "Tool" : `${KINDS[row.kind]} about ${row.axis}`.replace("sliding about", "sliding along").replace("fixed about", "fixed, axis");
  const offset = row.offset.some((one) => one !== "0") ? `(${row.offset.join(", ")})` : "at the same point";
  const facts = element("dl", {});
  const fact = (term: string, text: string) => text && facts.append(element("dt", { text: term }), element("dd", { text }));
  fact("at", offset);
  if (!isTool) {
    fact("moves by", row.coordinate);
    fact("mass", row.mass);
    fact("centre", row.com.length ? `(${row.com.join(", ")})` : "");
    fact("inertia", row.inertia.filter((one) => one !== "0").join(", "));
  }
  const made = element("li", { class: `joint-row ${row.kind}` }, element("b", { class: "number", text: isTool ? "E" : number }), element("span", { class: "kind", text: title }), facts);
  const link = isTool ? robotEnd(studio) : row.number;
  made.addEventListener("pointerenter", () => studio.link.set(link));
  made.addEventListener("pointerleave", () => studio.link.set(-1));
  return made;
}

function robotEnd(studio: Studio): number {
  return studio.robot.value?.tool?.parent ?? -1;
}
