/** Pictures of robots for lists, made when they come into sight and kept. */

import { element } from "../../panel/elements";
import { theme } from "../page/theme";
import type { Description } from "../protocol";
import type { Studio } from "../studio";

const kept = new Map<string, string>();

/** A place for a robot's picture; until it is there, and where there is none, it shows this. */
export function thumbnail(studio: Studio, robot: Description, meanwhile: Element): HTMLElement {
  const place = element("span", { class: "card-picture" }, meanwhile);
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    watch.disconnect();
    void draw();
  });
  watch.observe(place);
  async function draw(): Promise<void> {
    const dark = theme.value === "dark";
    const key = JSON.stringify([robot, dark]);
    try {
      const svg = kept.get(key) ?? (await studio.engine.ask("thumbnail", { robot, dark })).svg;
      kept.set(key, svg);
      // As an image nothing in it can run.
      place.replaceChildren(element("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "" }));
    } catch {
      // the structure's own sign stays
    }
  }
  return place;
}
