/** What of the robot is shown: a button for each layer, pressed or not. */
import type { Layer } from "../robot/anchors";
import { element } from "./elements";

export interface Toggle {
  layer: Layer;
  text: string;
  key: string;
  on: boolean;
}

export class Toggles {
  readonly node = element("div", { class: "toggles", role: "group", "aria-label": "Show" });
  private readonly buttons = new Map<Layer, HTMLButtonElement>();

  constructor(toggles: Toggle[], private readonly changed: (layer: Layer, on: boolean) => void) {
    for (const { layer, text, key, on } of toggles) {
      const button = element("button", {
        type: "button", class: "chip", text, "aria-pressed": String(on), title: `${text} (${key})`,
        "data-layer": layer,
      });
      button.addEventListener("click", () => this.flip(layer));
      this.buttons.set(layer, button);
      this.node.append(button);
    }
  }

  flip(layer: Layer): void {
    const button = this.buttons.get(layer);
    if (!button) return;
    const on = button.getAttribute("aria-pressed") !== "true";
    this.set(layer, on);
    this.changed(layer, on);
  }

  set(layer: Layer, on: boolean): void {
    this.buttons.get(layer)?.setAttribute("aria-pressed", String(on));
  }
}
