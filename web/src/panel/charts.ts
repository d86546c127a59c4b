/** Curves over time, a small frame for each, with a line at the present time. */
import { marked, sampleBefore } from "../samples";
import type { Chart, Curve, Motion } from "../types";
import { printFigure } from "../units";
import { drawn, element } from "./elements";

const WIDTH = 150;
const HEIGHT = 46;
const PAD = 3;

interface Frame {
  chart: Chart;
  cursor: SVGElement;
  dots: SVGElement[];
  values: HTMLElement[];
  y: (value: number) => number;
  largest: number;
}

export class Charts {
  readonly node = element("div", { class: "charts" });
  private readonly frames: Frame[];

  constructor(private readonly motion: Motion, picked: (time: number) => void) {
    this.frames = motion.charts.map((chart) => this.add(chart, picked));
  }

  setTime(time: number): void {
    const { t } = this.motion;
    const k = sampleBefore(t, time);
    const x = this.x(Math.min(Math.max(time, t[0]!), t.at(-1)!));
    for (const { chart, cursor, dots, values, y, largest } of this.frames) {
      cursor.setAttribute("transform", `translate(${x.toFixed(2)} 0)`);
      chart.curves.forEach((curve, i) => {
        const value = between(curve, t, k, time);
        const known = value !== null;
        dots[i]!.setAttribute("visibility", known ? "visible" : "hidden");
        if (known) {
          dots[i]!.setAttribute("transform", `translate(${x.toFixed(2)} ${y(value).toFixed(2)})`);
        }
        const text = known ? printFigure(value, largest) : "–";
        if (values[i]!.textContent !== text) values[i]!.textContent = text;
      });
    }
  }

  private x(time: number): number {
    const [first, last] = [this.motion.t[0]!, this.motion.t.at(-1)!];
    return PAD + ((time - first) / (last - first || 1)) * (WIDTH - 2 * PAD);
  }

  private add(chart: Chart, picked: (time: number) => void): Frame {
    const [low, high] = bounds(chart.curves);
    const largest = Math.max(Math.abs(low), Math.abs(high));
    const y = (value: number) => HEIGHT - PAD - ((value - low) / (high - low)) * (HEIGHT - 2 * PAD);
    const picture = drawn("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "plot", role: "img",
      "aria-label": chart.curves.map((curve) => curve.label).join(", ") + ` over time, ${chart.unit}`,
    });
    if (low < -1e-6 * largest && high > 1e-6 * largest) {
      picture.append(drawn("line", { class: "zero", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }));
    }
    for (const { t } of marked(this.motion.events)) {
      picture.append(drawn("line", { class: "event", x1: this.x(t), x2: this.x(t), y1: 0, y2: HEIGHT }));
    }
    chart.curves.forEach((curve, i) => {
      picture.append(drawn("path", { class: `curve c${i}`, d: this.path(curve, y) }));
    });
    const cursor = drawn("line", { class: "cursor", y1: 0, y2: HEIGHT });
    const dots = chart.curves.map((_, i) => drawn("path", { class: `dot c${i}`, d: "M0 0h.001" }));
    picture.append(cursor, ...dots);
    const values = chart.curves.map(() => element("b", { class: "figure" }));
    const names = chart.curves.map((curve, i) =>
      element("span", { class: `of c${i}` }, element("i", { text: curve.label }), " ", values[i]!),
    );
    const scale = element(
      "div", { class: "scale" },
      element("span", { text: printFigure(high, largest) }), element("span", { text: printFigure(low, largest) }),
    );
    this.node.append(
      element(
        "figure", { class: `chart ${chart.quantity}` },
        element("figcaption", {}, ...names, element("span", { class: "unit", text: chart.unit })),
        picture, scale,
      ),
    );
    picture.addEventListener("pointerdown", (event) => {
      const pick = (at: PointerEvent) => {
        const box = picture.getBoundingClientRect();
        const part = (at.clientX - box.left) / box.width;
        const [first, last] = [this.motion.t[0]!, this.motion.t.at(-1)!];
        picked(first + Math.min(Math.max(part, 0), 1) * (last - first));
      };
      pick(event);
      picture.setPointerCapture(event.pointerId);
      picture.addEventListener("pointermove", pick);
      picture.addEventListener("pointerup", () => picture.removeEventListener("pointermove", pick), { once: true });
    });
    return { chart, cursor, dots, values, y, largest };
  }

  private path(curve: Curve, y: (value: number) => number): string {
    let pen = "M";
    let found = "";
    curve.values.forEach((value, k) => {
      if (value === null) pen = "M";
      else {
        found += `${pen}${this.x(this.motion.t[k]!).toFixed(2)} ${y(value).toFixed(2)}`;
        pen = "L";
      }
    });
    return found;
  }
}

function between(curve: Curve, t: number[], k: number, time: number): number | null {
  const [a, b] = [curve.values[k] ?? null, curve.values[k + 1] ?? null];
  if (a === null || b === null) return a;
  const span = t[k + 1]! - t[k]!;
  return a + (b - a) * Math.min(Math.max((time - t[k]!) / (span || 1), 0), 1);
}

/** The lowest and the highest value; a little room round a curve that does not change. */
export function bounds(curves: Curve[]): [number, number] {
  const [low, high] = curves.reduce(
    ([a, b], curve) => curve.values.reduce(
      ([least, most]: [number, number], value) =>
        value === null ? [least, most] : [Math.min(least, value), Math.max(most, value)],
      [a, b] as [number, number],
    ),
    [Infinity, -Infinity] as [number, number],
  );
  if (!(low <= high)) return [-1, 1];
  const least = 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-300);
  return high - low > least ? [low, high] : [low - (Math.abs(low) || 1), high + (Math.abs(high) || 1)];
}
