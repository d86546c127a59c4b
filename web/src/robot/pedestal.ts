/** What carries the base: a plate on the floor and a column up to the origin. */
import { CylinderGeometry, Group, LatheGeometry, Mesh, Quaternion, Vector2, Vector3 } from "three";
import type { Materials } from "../stage/materials";

export class Pedestal {
  readonly group = new Group();

  constructor(up: Vector3, height: number, unit: number, materials: Materials) {
    const wide = 0.34 * unit;
    const thick = 0.06 * unit;
    const edge = 0.02 * unit;
    const profile = [
      [0, 0], [wide, 0], [wide, thick - edge], [wide - edge, thick], [0, thick],
    ].map(([x, y]) => new Vector2(x, y));
    const plate = new Mesh(new LatheGeometry(profile, 56), materials.base);
    this.group.add(plate);
    const long = -height;
    if (long > 0) {
      const column = new Mesh(new CylinderGeometry(0.075 * unit, 0.1 * unit, long, 32), materials.base);
      column.position.y = long / 2;
      this.group.add(column);
    }
    for (const part of this.group.children) part.castShadow = part.receiveShadow = true;
    this.group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), up));
    this.group.position.copy(up).multiplyScalar(height);
  }
}
