/** A tour of one minute: what the page can do, on the robot of the papers. */

import { element } from "../../panel/elements";
import type { Studio } from "../studio";
import { button } from "../ui/controls";

interface Stop {
  at: string;
  title: string;
  text: string;
  pane: "robot" | "work";
  enter?: (studio: Studio) => void;
}

const STOPS: Stop[] = [
  { at: ".scroller", pane: "work", title: "Exact equations", text: "These are the driving forces of RTTRR, a small modular robot, derived just now from its joints: every term, in symbols, and proven against two other ways to derive them. Under Judge you can check the equations of a paper against such a robot, term by term.", enter: (studio) => studio.patch({ mode: "read", form: "tau" }) },
  { at: ".legend", pane: "work", title: "What a term is", text: "Colours tell inertia, Coriolis, centrifugal forces, gravity and load. Press one to see it alone; point at a symbol for its meaning; press a term to see where it comes from, step by step." },
  { at: ".see", pane: "robot", title: "The robot beside them", text: "Turn it with the mouse. Point at a link and its terms light up; point at a term and its link does." },
  { at: ".describe", pane: "robot", title: "Change anything", text: "Hypotheses are switches: what they take away is struck out. Under Text the robot is a few lines to edit; everything follows as you type." },
  { at: ".robot-button", pane: "work", title: "Another robot", text: "The library, every structure of the atlas, a word like TRTRR, joints clicked together, or a URDF." },
  { at: ".modes, .foot", pane: "work", title: "Move it, judge with it", text: "Move simulates it in this page and plots its forces. Judge checks equations that somebody printed, term by term. Everything you see is in the address: a link is the robot." },
];

let card: HTMLElement | undefined;

export function startTour(studio: Studio, face: (pane: "robot" | "work") => void): void {
  card?.remove();
  const back = document.activeElement as HTMLElement | null;
  let at = 0;
  const ring = element("div", { class: "tour-ring", "aria-hidden": "true" });
  const title = element("h2");
  const text = element("p");
  const count = element("span", { class: "hint" });
  const next = button("Next", () => step(1), { class: "button main" });
  const before = button("Back", () => step(-1), { class: "button quiet" });
  const shown = element(
    "div", { class: "tour", role: "dialog", "aria-label": "A tour of one minute", tabindex: -1 },
    title, text, element("div", { class: "tour-foot" }, count, button("Skip", () => end(), { class: "button quiet" }), before, next),
  );
  const whole = element("div", { class: "tour-layer" }, ring, shown);
  card = whole;
  document.body.append(whole);
  addEventListener("resize", place);
  shown.addEventListener("keydown", (event) => {
    if (event.key === "Escape") end();
    if (event.key === "ArrowRight") step(1);
    if (event.key === "ArrowLeft") step(-1);
  });
  function step(by: number): void {
    at += by;
    if (at >= STOPS.length) return end();
    at = Math.max(0, at);
    const stop = STOPS[at]!;
    stop.enter?.(studio);
    face(stop.pane);
    title.textContent = stop.title;
    text.textContent = stop.text;
    count.textContent = `${at + 1} of ${STOPS.length}`;
    before.hidden = at === 0;
    next.replaceChildren(element("span", { text: at + 1 === STOPS.length ? "Begin" : "Next" }));
    place();
    next.focus({ preventScroll: true });
  }
  function place(): void {
    const target = [...document.querySelectorAll<HTMLElement>(STOPS[at]!.at)].find((one) => one.offsetWidth > 0);
    const box = target?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    const top = Math.max(4, box.top - 4);
    const height = Math.min(innerHeight - 4, box.bottom + 4) - top;
    Object.assign(ring.style, { left: `${box.left - 4}px`, top: `${top}px`, width: `${box.width + 8}px`, height: `${height}px` });
    const { offsetWidth: w, offsetHeight: h } = shown;
    const beside = box.right + 16 + w < innerWidth ? box.right + 16 : box.left - 16 - w > 0 ? box.left - 16 - w : Math.min(Math.max(12, box.left + 12), innerWidth - w - 12);
    const alone = box.right + 16 + w < innerWidth || box.left - 16 - w > 0;
    const y = alone ? box.top + 8 : box.bottom + 14 + h < innerHeight ? box.bottom + 14 : Math.max(12, Math.min(box.top - h - 14, innerHeight - h - 90));
    Object.assign(shown.style, { left: `${beside}px`, top: `${Math.max(12, Math.min(y > 0 ? y : 12, innerHeight - h - 12))}px` });
  }
  function end(): void {
    removeEventListener("resize", place);
    whole.remove();
    card = undefined;
    back?.focus();
  }
  step(0);
}
