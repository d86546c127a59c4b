/** The hand at the robot's end. */
import { Group, Mesh, Vector3 } from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import type { Materials } from "../stage/materials";
import type { Vector } from "../types";
import { towards } from "./joints";

/** How long it is. */
export const HAND = 0.25;

/** A gripper whose fingers end at the origin and point along z, of a typical link's size one. */
export function gripper(direction: Vector3, unit: number, materials: Materials): Group {
  const made = new Group();
  const add = (x: number, y: number, z: number, at: Vector) => {
    const part = new Mesh(new RoundedBoxGeometry(x, y, z, 3, 0.014), materials.tool);
    part.position.set(...at);
    part.castShadow = part.receiveShadow = true;
    made.add(part);
  };
  add(0.26, 0.08, 0.07, [0, 0, -0.2]);
  add(0.045, 0.07, 0.19, [0.1, 0, -0.095]);
  add(0.045, 0.07, 0.19, [-0.1, 0, -0.095]);
  made.scale.setScalar(unit);
  made.quaternion.copy(towards(direction.clone().normalize()));
  return made;
}

/** A load between the fingers, in the gripper's axes; its size is not known, only that it is there. */
export function load(materials: Materials): Mesh {
  const made = new Mesh(new RoundedBoxGeometry(0.15, 0.15, 0.15, 3, 0.014), materials.load);
  made.position.z = -0.005;
  made.castShadow = made.receiveShadow = true;
  return made;
}
