/** Names written over the picture: sharp at every size, and never one upon another. */
import { type PerspectiveCamera, Vector3 } from "three";
import { element } from "../panel/elements";
import type { Anchor } from "../robot/anchors";
import { type Box, boxAt, placeLabels, type Wish } from "./label_layout";

interface Label {
  anchor: Anchor;
  node: HTMLElement;
  width: number;
  height: number;
  place: number;
}

export class Labels {
  readonly node = element("div", { class: "labels", "aria-hidden": "true" });
  private readonly labels: Label[];
  private readonly point = new Vector3();
  private readonly eye = new Vector3();
  private measured = false;

  constructor(anchors: Anchor[]) {
    const ordered = [...anchors].sort((a, b) => a.rank - b.rank);
    this.labels = ordered.map((anchor) => {
      const node = element("span", { class: `label ${anchor.role}`, text: anchor.text });
      this.node.append(node);
      return { anchor, node, width: 0, height: 0, place: -1 };
    });
  }

  /** Ask the page how large each label is: once, and again when its letters changed. */
  measure(): void {
    for (const label of this.labels) {
      label.width = label.node.offsetWidth;
      label.height = label.node.offsetHeight;
    }
    this.measured = this.labels.every((label) => label.width > 0);
  }

  /** How long a length is on the screen, at a point of the world. */
  pixels(camera: PerspectiveCamera, at: Vector3, length: number, height: number): number {
    const away = this.eye.setFromMatrixPosition(camera.matrixWorld).distanceTo(at);
    return (length * height) / (2 * away * Math.tan((camera.fov * Math.PI) / 360));
  }

  update(camera: PerspectiveCamera, width: number, height: number, taken: Box[], avoid: Box[], shown: (anchor: Anchor) => boolean): void {
    if (!this.measured) this.measure();
    const wanted: { label: Label; wish: Wish }[] = [];
    for (const label of this.labels) {
      const at = this.point.copy(label.anchor.at);
      label.anchor.part.localToWorld(at);
      const clear = label.anchor.clear && this.pixels(camera, at, label.anchor.clear, height);
      at.project(camera);
      const behind = at.z > 1 || at.z < -1;
      if (behind || !shown(label.anchor)) {
        hide(label);
        continue;
      }
      wanted.push({
        label,
        wish: {
          x: ((at.x + 1) / 2) * width,
          y: ((1 - at.y) / 2) * height,
          width: label.width,
          height: label.height,
          clear,
          before: label.place,
        },
      });
    }
    const stage = { x: 4, y: 4, width: width - 8, height: height - 8 };
    placeLabels(wanted.map(({ wish }) => wish), stage, taken, avoid).forEach((place, k) => {
      const { label, wish } = wanted[k]!;
      if (place < 0) return hide(label);
      const box = boxAt(wish, place);
      label.place = place;
      label.node.style.transform = `translate(${box.x.toFixed(1)}px, ${box.y.toFixed(1)}px)`;
      label.node.style.visibility = "visible";
    });
  }
}

function hide(label: Label): void {
  label.place = -1;
  label.node.style.visibility = "hidden";
}
