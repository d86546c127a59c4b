/** What the mouse points at on the stage, and the tool that it drags. */
import { type Camera, type Object3D, Plane, Raycaster, Vector2, Vector3 } from "three";
import type { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { linkOf } from "../robot/lighting";
import type { Vector } from "../types";

export interface Pointed {
  /** The link under the mouse; −1 where there is none. */
  pointed?: (link: number) => void;
  /** The tool is dragged to this point, in base axes. */
  dragged?: (to: Vector) => void;
}

export class Pointing {
  private readonly ray = new Raycaster();
  private readonly at = new Vector2();
  private readonly plane = new Plane();
  private readonly offset = new Vector3();
  private last = -1;
  private dragging = false;

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly camera: Camera, private readonly root: Object3D,
    private readonly tool: Object3D, private readonly controls: OrbitControls, private readonly told: Pointed,
  ) {
    canvas.addEventListener("pointermove", this.move);
    canvas.addEventListener("pointerleave", this.leave);
    canvas.addEventListener("pointerdown", this.press, true);
    canvas.addEventListener("pointerup", this.release);
    canvas.addEventListener("pointercancel", this.release);
  }

  private readonly move = (event: PointerEvent): void => {
    this.aim(event);
    if (this.dragging) {
      const hit = this.ray.ray.intersectPlane(this.plane, new Vector3());
      if (hit) this.told.dragged?.(hit.add(this.offset).toArray() as Vector);
      return;
    }
    if (event.buttons || event.pointerType === "touch") return;
    const part = this.hit();
    this.canvas.style.cursor = this.told.dragged && part && isTool(part) ? "move" : "";
    this.tell(part ? (linkOf(part) ?? -1) : -1);
  };

  private readonly press = (event: PointerEvent): void => {
    this.aim(event);
    const part = this.hit();
    if (event.pointerType === "touch") this.tell(part ? (linkOf(part) ?? -1) : -1);
    if (!this.told.dragged || !part || !isTool(part) || event.button !== 0) return;
    const middle = this.tool.getWorldPosition(new Vector3());
    this.plane.setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new Vector3()), middle);
    const hit = this.ray.ray.intersectPlane(this.plane, new Vector3());
    if (!hit) return;
    this.offset.copy(middle).sub(hit);
    this.dragging = true;
    this.controls.enabled = false;
    this.canvas.setPointerCapture(event.pointerId);
  };

  private readonly release = (): void => {
    this.dragging = false;
    this.controls.enabled = true;
  };

  private readonly leave = (): void => {
    if (!this.dragging) this.tell(-1);
  };

  private aim(event: PointerEvent): void {
    const box = this.canvas.getBoundingClientRect();
    this.at.set(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    this.ray.setFromCamera(this.at, this.camera);
  }

  private hit(): Object3D | undefined {
    return this.ray.intersectObject(this.root, true).find(({ object }) => isSeen(object))?.object;
  }

  private tell(link: number): void {
    if (link === this.last) return;
    this.last = link;
    this.told.pointed?.(link);
  }

  dispose(): void {
    this.canvas.removeEventListener("pointermove", this.move);
    this.canvas.removeEventListener("pointerleave", this.leave);
    this.canvas.removeEventListener("pointerdown", this.press, true);
    this.canvas.removeEventListener("pointerup", this.release);
    this.canvas.removeEventListener("pointercancel", this.release);
  }
}

function isSeen(part: Object3D): boolean {
  for (let one: Object3D | null = part; one; one = one.parent) if (!one.visible) return false;
  return true;
}

function isTool(part: Object3D): boolean {
  for (let one: Object3D | null = part; one; one = one.parent) if (one.userData.tool) return true;
  return false;
}
