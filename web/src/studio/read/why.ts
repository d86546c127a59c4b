/** Where a term comes from: its effect, the link that brings it, and its way step by step. */

import { element } from "../../panel/elements";
import { countNodes, math } from "../mathml";
import type { OriginRow, Station, WhyAnswer } from "../protocol";
import type { Studio } from "../studio";

/** The most MathML elements that the drawer shows; further ways open when they are asked for. */
const MOST = 550;

export function showWhy(studio: Studio, found: WhyAnswer): Node[] {
  const made: Node[] = [];
  if (found.origins.length > 1 || found.count > 1) {
    made.push(element("p", { class: "hint", text: `${found.count} terms hold these factors; ${found.origins.length} ${found.origins.length === 1 ? "way is" : "ways are"} told.` }));
  }
  let nodes = 0;
  found.origins.forEach((origin, k) => {
    const box = element("details", { class: "origin", open: k === 0 });
    box.append(element("summary", {}, ...heading(origin)));
    const fill = () => {
      if (box.childElementCount > 1) return;
      const way = wayOf(studio, origin, MOST - nodes);
      nodes += countNodes(way);
      box.append(way);
    };
    if (k === 0) fill();
    else box.addEventListener("toggle", fill, { once: true });
    box.addEventListener("pointerenter", () => studio.lit.set([origin.link]));
    box.addEventListener("pointerleave", () => studio.lit.set([]));
    made.push(box);
  });
  return made;
}

function heading(origin: OriginRow): Node[] {
  return [
    element("span", { class: `run ${origin.effect}` }, math(origin.mathml)),
    element("span", { class: `tag ${origin.effect}`, text: origin.effect }),
  ];
}

function wayOf(studio: Studio, origin: OriginRow, room: number): HTMLElement {
  const made = element("div", { class: "way" });
  const who = origin.link === 0 ? "the load" : `link ${origin.link}`;
  const says = element("p", { class: "says", text: `${capital(origin.says)}. It is brought by ${who}` });
  if (origin.by.length) {
    says.append(", by ");
    origin.by.forEach((symbol, k) => says.append(k ? ", " : "", math(symbol)));
  }
  says.append(".");
  made.append(says);
  let nodes = countNodes(made);
  const steps = (title: string, stations: Station[]) => {
    if (!stations.length) return;
    const list = element("ol", { class: "stations" });
    for (const station of stations) {
      const one = stationOf(studio, station, nodes < room);
      nodes += countNodes(one);
      list.append(one);
    }
    made.append(element("h3", { text: title }), list);
  };
  steps("Outward, from the base to the link", origin.outward);
  steps("Inward, back to the joint", origin.inward);
  if (origin.arrives) steps("It arrives", [origin.arrives]);
  return made;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function stationOf(studio: Studio, station: Station, asMath: boolean): HTMLElement {
  const formula = asMath
    ? element("span", { class: "formula" }, math(`${station.left}<mo>=</mo>${station.right}`))
    : element("span", { class: "formula text", text: station.text });
  const at = station.link > 0 ? `link ${station.link}` : "";
  const one = element("li", {}, element("span", { class: "at", text: at, title: station.step, hidden: !at }), formula);
  one.addEventListener("pointerenter", () => studio.lit.set([station.link]));
  return one;
}
