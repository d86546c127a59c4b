/**
 * Where a link's body runs in the frame of the link: from the body of its own joint to that of the
 * next. Joints that share a point stand apart along their axes, so the way goes round that point.
 */
import type { Bone, Vector } from "../types";
import { add, scale, size, subtract, turn, unit, dot } from "../vectors";

const PARALLEL = 1e-6;

/** Where the body of a joint stands, in its parent's frame. */
export function jointMiddle(bone: Bone): Vector {
  return add(bone.p, scale(turn(bone.R, bone.axis), bone.shift));
}

/** Where a link begins in its own frame: at its joint's body; a slide moves it from there. */
export function linkStart(bone: Bone | undefined): Vector {
  return bone?.kind === "R" ? scale(bone.axis, bone.shift) : [0, 0, 0];
}

/** The corners of a link on its way to a joint that it carries, both ends included. */
export function linkWay(own: Bone | undefined, child: Bone): Vector[] {
  const start = linkStart(own);
  const back = scale(start, -1);
  const along = scale(turn(child.R, child.axis), child.shift);
  const steps = child.segments.map((segment) => segment.step);
  if (steps.length === 0) steps.push(along, back); // round the point that both joints share
  else {
    if (!lengthen(steps, back)) steps.unshift(back);
    if (!lengthen(steps, along)) steps.push(along);
  }
  const corners = [start];
  for (const step of steps) {
    const last = corners.at(-1)!;
    if (size(step) > PARALLEL) corners.push(add(last, step));
  }
  return straightened(corners);
}

/** Put a step into one that is parallel to it; false where there is none. */
function lengthen(steps: Vector[], by: Vector): boolean {
  if (size(by) < PARALLEL) return true;
  const k = steps.findIndex((step) => 1 - Math.abs(dot(unit(step), unit(by))) < PARALLEL);
  if (k < 0) return false;
  steps[k] = add(steps[k]!, by);
  return true;
}

/** Without corners in the middle of a straight part. */
function straightened(corners: Vector[]): Vector[] {
  return corners.filter((corner, k) => {
    const [before, after] = [corners[k - 1], corners[k + 1]];
    if (!before || !after) return true;
    const [a, b] = [unit(subtract(corner, before)), unit(subtract(after, corner))];
    return 1 - dot(a, b) > PARALLEL;
  });
}
