/** A frame's three axes: x red, y green, z blue. */
import { BufferGeometry, ConeGeometry, CylinderGeometry, Group, Mesh } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Materials } from "../stage/materials";

export const FRAME = 0.34;

let shape: BufferGeometry | undefined;

/** An arrow along y of length one, shared by all axes. */
function axisShape(): BufferGeometry {
  if (!shape) {
    const shaft = new CylinderGeometry(0.026, 0.026, 0.8, 12).translate(0, 0.4, 0);
    const tip = new ConeGeometry(0.075, 0.22, 20).translate(0, 0.89, 0);
    shape = mergeGeometries([shaft, tip]);
  }
  return shape;
}

export function frame(unit: number, materials: Materials): Group {
  const made = new Group();
  materials.axes.forEach((material, k) => {
    const axis = new Mesh(axisShape(), material);
    if (k === 0) axis.rotation.z = -Math.PI / 2;
    if (k === 2) axis.rotation.x = Math.PI / 2;
    axis.renderOrder = 5;
    made.add(axis);
  });
  made.scale.setScalar(FRAME * unit);
  return made;
}
