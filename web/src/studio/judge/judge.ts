/** Judging: a text with equations against the robot, term by term. */

import { element } from "../../panel/elements";
import { Latest } from "../cells";
import type { CheckQuestion, Judgement } from "../protocol";
import { sentenceOf, type Studio } from "../studio";
import { button, choice } from "../ui/controls";
import { Dictionary } from "./dictionary";
import { showVerdicts } from "./verdicts";

const FORMATS = [
  { name: "", text: "as it looks" }, { name: "tex", text: "LaTeX" }, { name: "md", text: "Markdown" }, { name: "rst", text: "reStructuredText" },
  { name: "py", text: "Python" }, { name: "m", text: "MATLAB" }, { name: "c", text: "C" },
];

export class Judge {
  readonly node = element("div", { class: "judge" });
  private readonly area = element("textarea", { class: "judged-text", spellcheck: "false", "aria-label": "The text with equations", placeholder: "Paste LaTeX, Markdown or code with the equations of this robot: driving forces, M, C, g, accelerations, forces …" });
  private readonly result = element("div", { class: "result" });
  private readonly latest = new Latest();
  private readonly dictionary: Dictionary;
  private asked: CheckQuestion | undefined;
  private format = "";

  constructor(private readonly studio: Studio) {
    this.dictionary = new Dictionary((lines) => this.asked && void this.check({ ...this.asked, let: lines }));
    const papers = element("div", { class: "papers" });
    for (const paper of studio.catalogue.papers) {
      const one = element("button", { type: "button", class: "paper-card" }, element("b", { text: paper.title }), element("span", { text: paper.robot }));
      one.addEventListener("click", () => {
        if (studio.view.value.robot.text !== paper.robot) studio.open({ text: paper.robot });
        void this.check({ paper: paper.name });
      });
      one.dataset.paper = paper.name;
      papers.append(one);
    }
    const go = button("Check against this robot", () => this.go(), { class: "button main", sign: "judge" });
    const form = element(
      "div", { class: "judge-form" }, this.area,
      element("div", { class: "row" }, choice("Written as", FORMATS, "", (name) => (this.format = name)), go),
      element("h2", { text: "Papers, ready to be judged" }), papers,
    );
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.go();
    });
    for (const kind of ["dragover", "drop"] as const) {
      this.area.addEventListener(kind, (event) => {
        const file = event.dataTransfer?.files[0];
        if (kind === "drop" && file) {
          event.preventDefault();
          void file.text().then((text) => (this.area.value = text));
        }
      });
    }
    this.result.hidden = true;
    this.node.append(form, this.result);
  }

  private go(): void {
    const text = this.area.value;
    const robot = this.studio.description.value;
    if (!text.trim() || !robot) return this.area.focus();
    void this.check({ robot, text, ...(this.format ? { format: this.format } : {}) });
  }

  private async check(asked: CheckQuestion): Promise<void> {
    this.asked = asked;
    this.node.classList.add("judged");
    this.result.hidden = false;
    this.result.replaceChildren(element("p", { class: "hint wait", text: "Every equation is read, derived anew and compared …" }));
    try {
      const found = await this.latest.ask((signal) => this.studio.ask("check", asked, signal));
      if (found) this.show(found);
    } catch (error) {
      this.result.replaceChildren(this.back(), element("p", { class: "failure", role: "alert", text: sentenceOf(error) }));
    }
  }

  private show(found: Judgement): void {
    if (found.text && this.asked?.paper === undefined && found.text !== this.area.value) this.area.value = found.text;
    this.result.replaceChildren(this.back(), ...showVerdicts(found), this.dictionary.show(found.dictionary, this.asked?.let ?? []));
    this.result.scrollTop = 0;
    this.node.dataset.ready = found.title || "text";
  }

  private back(): HTMLElement {
    return button("Another text", () => {
      this.latest.stop();
      this.node.classList.remove("judged");
      this.result.hidden = true;
      this.area.focus();
    }, { class: "button quiet" });
  }
}
