/** A robot clicked together: joints, their axes, and how far one is from the next. */

import { element } from "../../panel/elements";
import type { BuiltJoint } from "../protocol";
import { sentenceOf, type Studio } from "../studio";
import { button, choice } from "../ui/controls";
import { wordPicture } from "./word";

const AXES = ["x", "y", "z"];

export function buildPage(studio: Studio, done: () => void): HTMLElement {
  const given = studio.robot.value;
  const simple = given?.has_chain && given.joints.every((one) => AXES.includes(one.axis) && one.rotation.length === 0);
  const joints: BuiltJoint[] = simple ? given.joints.map(({ kind, axis, offset }) => ({ kind, axis, offset: [...offset] }))
    : [{ kind: "R", axis: "z", offset: ["0", "0", "l1"] }, { kind: "R", axis: "y", offset: ["0", "0", "l2"] }];
  let tool = simple && given.tool ? [...given.tool.offset] : ["l3", "0", "0"];
  const name = element("input", { type: "text", value: given && simple ? `${given.name}-2` : "my-robot", "aria-label": "Its name", spellcheck: "false" });
  const rows = element("ol", { class: "build-rows" });
  const picture = element("div", { class: "build-picture" });
  const told = element("p", { class: "failure", role: "alert" });

  function show(): void {
    const word = joints.map((one) => one.kind).join("");
    picture.replaceChildren(wordPicture(word, joints.map((one) => one.axis).join("")));
    rows.replaceChildren(...joints.map(rowOf), toolRow());
  }
  function rowOf(joint: BuiltJoint, k: number): HTMLElement {
    const kind = choice("Joint", [{ name: "R", text: "turns" }, { name: "T", text: "slides" }, { name: "F", text: "fixed" }], joint.kind, (value) => {
      joint.kind = value as BuiltJoint["kind"];
      show();
    });
    const axis = choice("Axis", AXES.map((one) => ({ name: one, text: one })), joint.axis, (value) => {
      joint.axis = value;
      show();
    });
    const away = button("", () => {
      joints.splice(k, 1);
      show();
    }, { class: "round small", sign: "trash", title: `Take joint ${k + 1} away` });
    return element("li", {}, element("b", { class: "number", text: String(k + 1) }), kind, axis, offset(`joint ${k + 1}`, joint.offset), away);
  }
  function toolRow(): HTMLElement {
    return element("li", {}, element("b", { class: "number", text: "E" }), element("span", { class: "tool-word", text: "the tool" }), offset("the tool", tool));
  }
  function offset(what: string, own: string[]): HTMLElement {
    const box = element("span", { class: "offset" }, element("span", { class: "small-label", text: "moved by" }));
    AXES.forEach((axis, k) => {
      const field = element("input", { type: "text", value: own[k] ?? "0", "aria-label": `${axis} of ${what}`, spellcheck: "false" });
      field.addEventListener("input", () => (own[k] = field.value.trim() || "0"));
      box.append(field);
    });
    return box;
  }
  function add(kind: "R" | "T"): void {
    const last = joints.at(-1);
    joints.push({ kind, axis: last?.axis === "z" ? "y" : "z", offset: ["0", "0", `l${joints.length + 1}`] });
    tool = tool.map((one) => (/^l\d+$/.test(one) ? `l${joints.length + 1}` : one));
    show();
  }
  const make = async () => {
    try {
      const built = await studio.ask("build", { name: name.value.trim() || "my-robot", joints, tool });
      await studio.ask("describe", { robot: { text: built.toml } });
      studio.open({ text: built.toml });
      done();
    } catch (error) {
      told.textContent = sentenceOf(error);
    }
  };
  show();
  return element(
    "div", { class: "build" }, picture, rows,
    element("div", { class: "row" }, button("A turn", () => add("R"), { class: "button", sign: "plus" }), button("A slide", () => add("T"), { class: "button", sign: "plus" }),
      element("label", { class: "choice" }, element("span", { text: "Name" }), name), button("Derive", () => void make(), { class: "button main" })),
    element("p", { class: "hint", text: "Lengths may be symbols, numbers or formulas. Every link gets a mass, a mass centre and an inertia as symbols." }), told,
  );
}
