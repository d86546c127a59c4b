/** The bar under a motion: play, the time, how fast. */
import type { Motion } from "../types";
import { fixed } from "../units";
import { element } from "./elements";
import { icon } from "./icons";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export class TimeBar {
  readonly node = element("div", { class: "time-bar" });
  private readonly button = element("button", { type: "button", class: "play round" });
  private readonly slider: HTMLInputElement;
  private readonly clock = element("output", { class: "clock" });
  private readonly last: number;
  private readonly digits: number;

  constructor(motion: Motion, flip: () => void, picked: (time: number) => void, paced: (speed: number) => void) {
    const first = motion.t[0]!;
    this.last = motion.t.at(-1)!;
    this.digits = this.last - first < 2 ? 3 : 2;
    const range = { type: "range", min: first, max: this.last, step: "any", value: first };
    this.slider = element("input", { ...range, "aria-label": "time" });
    const marks = element("div", { class: "marks" });
    for (const event of motion.events) {
      const mark = element("i", { title: `${fixed(event.t, 3)} s: ${event.text}` });
      mark.style.left = `${(100 * (event.t - first)) / (this.last - first || 1)}%`;
      marks.append(mark);
    }
    const speed = element("select", { "aria-label": "speed", title: "speed" });
    for (const one of SPEEDS) speed.append(element("option", { value: one, text: `${one}×` }));
    speed.value = "1";
    this.node.append(this.button, element("div", { class: "track" }, this.slider, marks), this.clock, speed);
    this.button.addEventListener("click", flip);
    this.slider.addEventListener("input", () => picked(Number(this.slider.value)));
    speed.addEventListener("change", () => paced(Number(speed.value)));
    this.setPlaying(false);
    this.setTime(first);
  }

  setTime(time: number): void {
    this.slider.value = String(time);
    const first = Number(this.slider.min);
    this.slider.style.setProperty("--part", String((time - first) / (this.last - first || 1)));
    this.clock.textContent = `${fixed(time, this.digits)} / ${fixed(this.last, this.digits)} s`;
  }

  setPlaying(on: boolean): void {
    this.button.replaceChildren(icon(on ? "pause" : "play"));
    this.button.setAttribute("aria-label", on ? "pause" : "play");
    this.button.title = on ? "Pause (space)" : "Play (space)";
  }
}
