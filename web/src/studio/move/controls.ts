/** How a motion or a fall is asked for. */

import { element } from "../../panel/elements";
import { button, choice } from "../ui/controls";
import type { Mover } from "./mover";
import type { Course } from "./orders";

type Run = (order: (mover: Mover, q: number[]) => Promise<Course>) => void;

const REACH = 0.5;

export class Controls {
  damping = 0;
  private seconds = 3;
  private law: "rest" | "swing" = "swing";
  private from: number[] | null = null;

  constructor(private readonly run: Run) {}

  show(way: "motion" | "fall", q: number[]): HTMLElement {
    const seconds = number("Seconds", this.seconds, (value) => (this.seconds = Math.min(Math.max(value, 0.1), 20)));
    if (way === "fall") {
      return element(
        "div", { class: "controls" },
        element("p", { class: "hint", text: "The robot is let go of in the posture that is shown, without driving forces." }),
        element("div", { class: "row" }, seconds, number("Damping, N m s", this.damping, (value) => (this.damping = Math.max(0, value))), button("Let it fall", () => this.fall(), { class: "button main", sign: "play" })),
      );
    }
    const laws = choice("Law", [{ name: "swing", text: "every joint swings" }, { name: "rest", text: "from rest to rest" }], this.law, (law) => {
      this.law = law as "rest" | "swing";
      box.replaceWith(this.show(way, q));
    });
    const start = button(this.from ? "Start is kept" : "Keep this posture as the start", () => {
      this.from = [...q];
      box.replaceWith(this.show(way, q));
    }, { class: "button" });
    const says = this.law === "swing" ? "Every joint swings about the posture that is shown, each a little faster than the one before; the forces that this takes are computed exactly."
      : this.from ? "From the start that was kept to the posture that is shown, without jerk at the ends. Change the posture under Posture." : "Keep a start, go to Posture and move the sliders to the end, then come back.";
    const box = element(
      "div", { class: "controls" }, element("p", { class: "hint", text: says }),
      element("div", { class: "row" }, laws, seconds, ...(this.law === "rest" ? [start] : []), button("Move it", () => this.move(), { class: "button main", sign: "play" })),
    );
    return box;
  }

  private move(): void {
    const { law, seconds, from } = this;
    this.run((mover, q) => {
      if (law === "rest") return mover.motion({ law, from: from?.length === q.length ? from : q.map(() => 0), to: q, seconds });
      const reach = mover.program.coordinates.map((kind) => (kind === "R" ? REACH : REACH / 5));
      return mover.motion({ law, from: q, to: reach, seconds });
    });
  }

  private fall(): void {
    const { seconds, damping } = this;
    this.run((mover, q) => mover.fall({ q, dq: q.map(() => 0), seconds, damping }));
  }
}

function number(label: string, value: number, changed: (value: number) => void): HTMLElement {
  const field = element("input", { type: "number", value, step: "any", min: 0 });
  field.addEventListener("change", () => Number.isFinite(Number(field.value)) && changed(Number(field.value)));
  return element("label", { class: "choice" }, element("span", { text: label }), field);
}
