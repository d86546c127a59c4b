/** Judging: a text with equations against the robot, term by term. */

import { element } from "../../panel/elements";
import { Latest } from "../cells";
import type { CheckQuestion, Description, FindingRow, Judgement, Place } from "../protocol";
import { showWhy } from "../read/why";
import { sentenceOf, type Studio } from "../studio";
import { button, choice, menu } from "../ui/controls";
import { copyText, saveTaken } from "../ui/dialog";
import { nameOf } from "../ui/names";
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
  private readonly stale = element("div", { class: "banner stale-verdict", role: "status", hidden: true });
  private readonly latest = new Latest();
  private readonly dictionary: Dictionary;
  private readonly go: HTMLButtonElement;
  private asked: CheckQuestion | undefined;
  /** The robot of the verdict that is shown, and what it is called. */
  private judged: Description | undefined;
  private named = "";
  private format = "";
  /** Whether the verdict is there, or why there is none. */
  private done = false;

  constructor(private readonly studio: Studio) {
    this.dictionary = new Dictionary((lines) => this.again(lines));
    const papers = element("div", { class: "papers" });
    for (const paper of studio.catalogue.papers) {
      const one = element("button", { type: "button", class: "paper-card" }, element("b", { text: paper.title }), element("span", { text: paper.robot }));
      one.addEventListener("click", () => {
        if (studio.view.value.robot.text !== paper.robot) studio.open({ text: paper.robot });
        void this.check({ paper: paper.name }, studio.view.value.robot);
      });
      one.dataset.paper = paper.name;
      papers.append(one);
    }
    this.go = button("Check", () => this.fresh(), { class: "button main", sign: "judge" });
    const form = element(
      "div", { class: "judge-form" }, this.area,
      element("div", { class: "row" }, choice("Written as", FORMATS, "", (name) => (this.format = name)), this.go),
      element("h2", { text: "Papers, ready to be judged" }), papers,
    );
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.fresh();
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
    this.node.append(form, this.stale, this.result);
    studio.robot.watch(() => this.follow());
    this.follow();
  }

  /** The robot is another one, or it is that of the verdict again. */
  private follow(): void {
    const name = this.robotName();
    this.go.querySelector("span")!.textContent = `Check against ${name || "this robot"}`;
    const other = this.judged !== undefined && this.done && JSON.stringify(this.judged) !== JSON.stringify(this.studio.description.value);
    this.stale.hidden = !other || this.result.hidden;
    this.result.classList.toggle("stale", !this.stale.hidden);
    if (this.stale.hidden) return;
    const says = name === this.named ? `This verdict is on ${name} as it was before you changed it.` : `This verdict is on ${this.named}. The robot is now ${name}.`;
    this.stale.replaceChildren(element("p", { text: says }));
    if (this.asked?.paper === undefined) this.stale.append(button(`Check against ${name}`, () => this.again([]), { class: "button main" }));
  }

  private robotName(): string {
    return this.studio.robot.value?.name ?? "";
  }

  /** The text that stands in the field against the robot that is shown. */
  private fresh(): void {
    const robot = this.studio.description.value;
    if (!this.area.value.trim() || !robot) return this.area.focus();
    void this.check({ robot, text: this.area.value, ...(this.format ? { format: this.format } : {}) }, robot);
  }

  /** The same text once more, against the robot that is shown now; of another robot no line is known. */
  private again(lines: string[]): void {
    const robot = this.studio.description.value;
    if (!this.asked || !robot) return;
    if (this.asked.paper !== undefined) return void this.check({ ...this.asked, let: lines }, this.judged!);
    const same = JSON.stringify(robot) === JSON.stringify(this.judged);
    const { let: _, ...asked } = this.asked;
    void this.check({ ...asked, robot, ...(same && lines.length ? { let: lines } : {}) }, robot);
  }

  private async check(asked: CheckQuestion, robot: Description): Promise<void> {
    this.asked = asked;
    this.judged = robot;
    this.named = this.robotName();
    this.done = false;
    this.node.classList.add("judged");
    delete this.node.dataset.ready;
    this.result.hidden = false;
    this.result.replaceChildren(element("p", { class: "hint wait", text: "Every equation is read, derived anew and compared …" }));
    this.follow();
    try {
      const found = await this.latest.ask((signal) => this.studio.ask("check", asked, signal));
      if (found) this.show(found);
    } catch (error) {
      const head = element("div", { class: "verdict-head" }, element("h2", { text: `Not to be judged against ${this.named}` }));
      this.result.replaceChildren(this.tools(), head, element("p", { class: "failure", role: "alert", text: sentenceOf(error) }));
      this.done = true;
      this.follow();
    }
  }

  private show(found: Judgement): void {
    if (found.text && this.asked?.paper === undefined && found.text !== this.area.value) this.area.value = found.text;
    if (this.asked?.paper !== undefined) this.named = found.robot;
    const parts = showVerdicts(found, (one) => this.leads(one));
    this.result.replaceChildren(this.tools(found), ...parts, this.dictionary.show(found.dictionary, this.asked?.let ?? []));
    this.result.scrollTop = 0;
    this.node.dataset.ready = found.title || "text";
    this.done = true;
    this.follow();
  }

  /** What leads on from a slip: its place in the text, and where the right term comes from. */
  private leads(one: FindingRow): Node[] {
    const made: Node[] = [];
    const row = element("div", { class: "row leads" });
    if (one.at && this.asked?.paper === undefined) row.append(button("Show in the text", () => this.goTo(one.at!), { class: "button quiet", sign: "edit" }));
    if (one.term && this.judged) {
      const way = element("div", { class: "origins", hidden: true });
      const why = async () => {
        if (way.hidden && !way.childElementCount) {
          const found = await this.studio.tryAsk("why", { robot: this.judged!, equation: one.target, term: one.term });
          if (!found) return;
          way.append(...showWhy(this.studio, found));
        }
        way.hidden = !way.hidden;
        lead.setAttribute("aria-expanded", String(!way.hidden));
      };
      const lead = button("Why the derived term", () => void why(), { class: "button quiet", sign: "down" });
      lead.setAttribute("aria-expanded", "false");
      row.append(lead);
      made.push(row, way);
    } else if (row.childElementCount) made.push(row);
    return made;
  }

  /** Back to the text, a line of it marked from a column on. */
  private goTo(at: Place): void {
    this.back();
    const lines = this.area.value.split("\n");
    const before = lines.slice(0, at.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const line = lines[at.line - 1] ?? "";
    const start = Math.max(0, at.column - 1);
    const end = line.slice(start + 1).search(/ [+−-] |\\\\/);
    this.area.setSelectionRange(before + start, before + (end < 0 ? line.length : start + 1 + end));
    this.area.scrollTop = ((at.line - 1) / Math.max(1, lines.length)) * this.area.scrollHeight - this.area.clientHeight / 2;
  }

  private tools(found?: Judgement): HTMLElement {
    const made = element("div", { class: "verdict-tools" }, button("Back to the text", () => this.back(), { class: "button quiet" }));
    if (found) made.append(menu("Take the verdict along", () => this.takes(), { class: "button quiet", sign: "take" }));
    return made;
  }

  private takes(): { text: string; act: () => void }[] {
    const take = async (what: string, act: "copy" | "save") => {
      const found = this.asked && (await this.studio.tryAsk("errata", { check: this.asked, what }));
      if (found && act === "copy") await copyText(found.text, "The verdict is copied.");
      else if (found) saveTaken(found);
    };
    return [
      { text: "Copy as text", act: () => void take("text", "copy") },
      ...this.studio.catalogue.errata.map(({ name, says }) => ({ text: `Save as ${nameOf(name)}`, says, act: () => void take(name, "save") })),
    ];
  }

  private back(): void {
    this.latest.stop();
    this.judged = undefined;
    this.node.classList.remove("judged");
    this.result.hidden = true;
    this.follow();
    this.area.focus();
  }
}
