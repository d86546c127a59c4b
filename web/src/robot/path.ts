/** The way of the tool along a motion: bright as far as it has come, faint ahead. */
import { Group, Mesh } from "three";
import type { Materials } from "../stage/materials";
import type { Vector } from "../types";
import { CAP, tube } from "./tube";

const SIDES = 8;
const THICK = 0.012;
const LEAST = 0.004;

/** The samples at which the tool has moved on, by number. */
export function movingSamples(points: Vector[], least: number): number[] {
  const kept: number[] = [];
  points.forEach((point, k) => {
    const last = points[kept.at(-1) ?? -1];
    const far = !last || Math.hypot(point[0] - last[0], point[1] - last[1], point[2] - last[2]) > least;
    if (far) kept.push(k);
  });
  return kept;
}

export class ToolPath {
  readonly group = new Group();
  private readonly samples: number[];
  private readonly past: Mesh | undefined;

  constructor(points: Vector[], unit: number, materials: Materials) {
    this.samples = movingSamples(points, LEAST * unit);
    if (this.samples.length < 2) return;
    const shape = tube(this.samples.map((k) => points[k]!), THICK * unit, 0, SIDES);
    const ahead = new Mesh(shape, materials.pathAhead);
    this.past = new Mesh(shape.clone(), materials.path);
    this.group.add(ahead, this.past);
  }

  /** How far the tool has come: the samples up to this one. */
  setSample(sample: number): void {
    if (!this.past) return;
    let rings = this.samples.findIndex((k) => k > sample);
    if (rings < 0) rings = this.samples.length + CAP;
    this.past.geometry.setDrawRange(0, (rings + CAP - 1) * SIDES * 6);
  }
}
