/** The frame of the page: the head, the robot on one side, what is read of it on the other. */

import { element } from "../../panel/elements";
import { Describe } from "../describe/describe";
import { takeDrops } from "../describe/drop";
import { openPicker } from "../describe/picker";
import { Judge } from "../judge/judge";
import { Move } from "../move/move";
import { Read } from "../read/read";
import { See } from "../see/see";
import type { Studio } from "../studio";
import { openTake } from "../take/take";
import { startTour } from "../tour/tour";
import { button, Segments } from "../ui/controls";
import { copyLink } from "../take/link";
import { sign } from "../ui/signs";
import type { Mode } from "../view";
import { logo } from "./logo";
import { dressPage, flipTheme, keep, recall, theme } from "./theme";

const MODES: { name: Mode; text: string; title: string }[] = [
  { name: "read", text: "Read", title: "The equations, and where their terms come from" },
  { name: "move", text: "Move", title: "Numbers, motions and free falls" },
  { name: "judge", text: "Judge", title: "Published equations, checked term by term" },
];

const SEEN = "torsor-tour";

type Pane = "robot" | "work";

export class Shell {
  readonly node = element("div", { class: "studio" });
  private readonly see: See;
  private readonly head = element("button", { type: "button", class: "robot-button" });
  private readonly work = element("section", { class: "work", "aria-label": "Equations" });
  private readonly panes: Record<Mode, HTMLElement>;

  constructor(private readonly studio: Studio) {
    dressPage();
    this.see = new See(studio);
    const move = new Move(studio, this.see);
    this.panes = { read: new Read(studio).node, move: move.node, judge: new Judge(studio).node };
    const robot = element("div", { class: "robot-side" }, this.see.node, new Describe(studio).node);
    const main = element("main", { class: "panes" }, robot, this.work);
    this.node.append(this.header(), this.progress(), main, this.foot());
    studio.robot.watch(() => this.name());
    studio.failure.watch(() => this.name());
    studio.view.watch((view, before) => view.mode !== before.mode && this.turn(view.mode));
    studio.busy.watch((busy) => this.node.classList.toggle("working", busy !== null));
    takeDrops(studio, this.node);
    addEventListener("keydown", (event) => this.press(event));
    this.turn(studio.view.value.mode);
    this.face("work");
  }

  /** Once the page is shown; a first visit begins with the tour. */
  start(first: boolean): void {
    this.turn(this.studio.view.value.mode);
    if (first && !recall(SEEN) && !navigator.webdriver) startTour(this.studio, (pane) => this.face(pane));
    keep(SEEN, "yes");
  }

  private header(): HTMLElement {
    const segments = new Segments("What to do", MODES, (mode) => this.studio.patch({ mode }));
    segments.node.classList.add("modes");
    this.studio.view.watch((view) => segments.set(view.mode));
    segments.set(this.studio.view.value.mode);
    this.head.title = "Choose or describe another robot";
    this.head.addEventListener("click", () => openPicker(this.studio));
    const tone = button("", flipTheme, { class: "round", sign: "moon", title: "Light or dark" });
    const show = () => tone.replaceChildren(sign(theme.value === "dark" ? "sun" : "moon"));
    theme.watch(show);
    show();
    const actions = element(
      "div", { class: "actions" },
      button("Link", () => void copyLink(this.studio), { class: "button quiet", sign: "share", title: "Copy a link that holds this robot" }),
      button("Take along", () => openTake(this.studio, this.see), { class: "button", sign: "take", title: "Files: LaTeX, C, TOML, a report, a picture" }),
      tone,
      button("", () => startTour(this.studio, (pane) => this.face(pane)), { class: "round", sign: "help", title: "A tour of one minute" }),
    );
    const name = element("h1", { class: "brand" }, logo(), element("span", { text: "Torsor" }));
    return element("header", { class: "top" }, name, this.head, segments.node, actions);
  }

  private name(): void {
    const robot = this.studio.robot.value;
    const title = robot ? robot.title || robot.name : "Choose a robot";
    this.head.replaceChildren(sign("library"), element("span", { class: "robot-name", text: title }));
    if (robot?.structure && !title.includes(robot.structure)) this.head.append(element("span", { class: "word", text: robot.structure }));
    this.head.append(sign("down"));
    document.title = robot ? `${title} · Torsor studio` : "Torsor studio";
  }

  private progress(): HTMLElement {
    const says = element("span", { class: "says" });
    const bar = element("i");
    const node = element("div", { class: "progress", role: "status" }, bar, says);
    this.studio.busy.watch((busy) => {
      says.textContent = busy ? `${busy.says} …` : "";
      bar.style.width = busy?.share == null ? "" : `${100 * busy.share}%`;
      bar.classList.toggle("unknown", busy !== null && busy.share === null);
    });
    return node;
  }

  /** On a narrow page one pane is seen at a time. */
  private foot(): HTMLElement {
    const entries: { text: string; sign: "cube" | "read" | "move" | "judge"; act: () => void; on: () => boolean }[] = [
      { text: "Robot", sign: "cube", act: () => this.face("robot"), on: () => this.node.dataset.pane === "robot" },
      ...MODES.map(({ name, text }) => ({
        text, sign: name,
        act: () => {
          this.studio.patch({ mode: name });
          this.face("work");
        },
        on: () => this.node.dataset.pane === "work" && this.studio.view.value.mode === name,
      })),
    ];
    const buttons = entries.map((entry) => button(entry.text, entry.act, { class: "tab", sign: entry.sign }));
    const show = () => buttons.forEach((one, k) => one.setAttribute("aria-pressed", String(entries[k]!.on())));
    new MutationObserver(show).observe(this.node, { attributes: true, attributeFilter: ["data-pane", "data-mode"] });
    show();
    return element("nav", { class: "foot", "aria-label": "Panes" }, ...buttons);
  }

  private turn(mode: Mode): void {
    this.node.dataset.mode = mode;
    const pane = this.panes[mode];
    if (pane.parentElement !== this.work) this.work.replaceChildren(pane);
    this.work.setAttribute("aria-label", MODES.find((one) => one.name === mode)!.title);
  }

  private face(pane: Pane): void {
    this.node.dataset.pane = pane;
  }

  private press(event: KeyboardEvent): void {
    if (event.key === "/" && !isTyping(event.target) && !event.ctrlKey && !event.metaKey) {
      const field = this.work.querySelector<HTMLInputElement>("input[type=search]");
      if (field) {
        event.preventDefault();
        field.focus();
      }
    }
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
