/** A robot from a file, dropped or pasted; and mass properties as CAD programs print them. */

import { element } from "../../panel/elements";
import { LARGEST_TEXT } from "../protocol";
import { sentenceOf, type Studio } from "../studio";
import { button, choice, toggle } from "../ui/controls";
import { say } from "../ui/dialog";

export function filePage(studio: Studio, done: () => void): HTMLElement {
  const area = element("textarea", { class: "file-area", spellcheck: "false", "aria-label": "The file's text", placeholder: "Drop a file here, or paste: a URDF, an MJCF, a robot in TOML, or the mass properties that a CAD program prints" });
  const told = element("p", { class: "failure", role: "alert" });
  const symbols = toggle("Symbols for its inertias", false, () => undefined, { says: "Masses and inertias of a URDF or MJCF as letters" });
  const links = studio.robot.value?.joints.filter((one) => one.mass).map((one) => ({ name: String(one.number), text: `link ${one.number}` })) ?? [];
  let link = links[0]?.name ?? "1";
  const picked = choice("Mass properties for", links, link, (value) => (link = value));
  const open = async () => {
    const text = area.value;
    const symbolic = symbols.querySelector("input")!.checked ? ["inertias"] : [];
    const robot = { text, ...(symbolic.length ? { symbolic } : {}) };
    try {
      await studio.ask("describe", { robot });
      studio.open(robot);
      done();
    } catch (error) {
      told.textContent = sentenceOf(error);
    }
  };
  const cad = async () => {
    const own = studio.description.value;
    if (!own) return;
    try {
      const found = await studio.ask("cad", { robot: own, text: area.value, link: Number(link) });
      studio.patch({ robot: { text: found.toml }, before: null });
      say(found.notes[0] ?? `${Object.keys(found.values).length} numbers of link ${link} are taken over.`);
      done();
    } catch (error) {
      told.textContent = sentenceOf(error);
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_TEXT / 2) {
      told.textContent = `${file.name} has more than ${LARGEST_TEXT / 2e6} MB; a description is shorter.`;
      return;
    }
    area.value = await file.text();
    told.textContent = "";
  };
  const chooser = element("input", { type: "file", accept: ".urdf,.xml,.toml,.txt,.mjcf,.json,.csv,.xacro", "aria-label": "Choose a file" });
  chooser.addEventListener("change", () => void take(chooser.files?.[0]));
  const made = element(
    "div", { class: "file-page" }, area,
    element("div", { class: "row" }, chooser, symbols, button("Read as a robot", () => void open(), { class: "button main" })),
    element("div", { class: "row" }, picked, button("Take as CAD numbers", () => void cad(), { class: "button" })), told,
  );
  made.addEventListener("dragover", (event) => {
    event.preventDefault();
    made.classList.add("over");
  });
  made.addEventListener("dragleave", () => made.classList.remove("over"));
  made.addEventListener("drop", (event) => {
    event.preventDefault();
    made.classList.remove("over");
    void take(event.dataTransfer?.files[0]);
  });
  return made;
}
