/** The description as text, with line numbers, and a mark where it cannot be read. */

import { element } from "../../panel/elements";
import type { Studio } from "../studio";
import { button } from "../ui/controls";

const PAUSE = 350;

export class Editor {
  readonly node = element("div", { class: "editor" });
  private readonly area = element("textarea", { spellcheck: "false", wrap: "off", autocapitalize: "off", "aria-label": "The robot as text (TOML)" });
  private readonly gutter = element("div", { class: "gutter", "aria-hidden": "true" });
  private readonly said = element("p", { class: "said", role: "status" });
  private typed: ReturnType<typeof setTimeout> | undefined;
  /** What the reader types here is not replaced by what comes back. */
  private own = "";

  constructor(private readonly studio: Studio) {
    const head = element(
      "div", { class: "describe-head" }, this.said,
      button("As TOML", () => this.translate(), { class: "button quiet", title: "Write the description in Torsor's own format" }),
    );
    this.node.append(head, element("div", { class: "paper" }, this.gutter, this.area));
    this.area.addEventListener("input", () => {
      this.number();
      clearTimeout(this.typed);
      this.typed = setTimeout(() => this.send(), PAUSE);
    });
    this.area.addEventListener("scroll", () => (this.gutter.scrollTop = this.area.scrollTop));
    studio.robot.watch(() => this.take());
    studio.view.watch((view, before) => view.robot !== before.robot && this.take());
    studio.failure.watch(() => this.judge());
    this.take();
  }

  /** A name is shown as its TOML; everything else as it was written. */
  private take(): void {
    const { text } = this.studio.view.value.robot;
    if (text === this.own) return this.judge();
    const robot = this.studio.robot.value;
    const short = !text.includes("\n") && text.length < 200;
    const shown = short && robot && this.studio.description.value?.text === text ? robot.toml : text;
    if (shown !== this.area.value) this.area.value = shown;
    this.number();
    this.judge();
  }

  private send(): void {
    this.own = this.area.value;
    const { hypotheses: _, payload: __, drives: ___, ...rest } = this.studio.view.value.robot;
    const plain = rest.tip || rest.symbolic ? rest : {};
    this.studio.patch({ robot: { ...plain, text: this.own }, before: null });
  }

  private translate(): void {
    const robot = this.studio.robot.value;
    if (!robot) return;
    this.area.value = robot.toml;
    this.number();
    this.send();
  }

  private judge(): void {
    const failure = this.studio.failure.value;
    const robot = this.studio.robot.value;
    this.node.classList.toggle("wrong", failure !== null);
    const at = failure?.place?.line ?? 0;
    this.said.textContent = failure ? failure.sentence : robot ? `${robot.structure || "Bodies"}, ${robot.dof} ${robot.dof === 1 ? "coordinate" : "coordinates"}. Read as ${robot.kind || "text"}.` : "";
    [...this.gutter.children].forEach((one, k) => one.classList.toggle("mark", k + 1 === at));
    this.area.setAttribute("aria-invalid", String(failure !== null));
  }

  private number(): void {
    const lines = Math.min(this.area.value.split("\n").length, 5000);
    if (this.gutter.childElementCount === lines) return;
    this.gutter.replaceChildren(...Array.from({ length: lines }, (_, k) => element("span", { text: String(k + 1) })));
    this.judge();
  }
}
