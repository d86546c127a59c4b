/** One material for each role, so that a theme is changed in one place. */
import { DoubleSide, type Material, MeshBasicMaterial, MeshStandardMaterial } from "three";
import type { Theme } from "../themes";

export class Materials {
  readonly link = metal(0.45, 0.38);
  readonly base = metal(0.3, 0.5);
  readonly turning = metal(0.15, 0.36);
  readonly sliding = metal(0.15, 0.36);
  readonly fixed = metal(0.2, 0.5);
  readonly cap = metal(0.25, 0.4);
  readonly tool = metal(0.35, 0.42);
  readonly load = metal(0.05, 0.6);
  readonly light = metal(0.1, 0.55);
  readonly dark = metal(0.1, 0.55);
  readonly ellipsoid = new MeshStandardMaterial({
    transparent: true, opacity: 0.3, depthWrite: false, roughness: 0.4, side: DoubleSide,
  });
  readonly axes = [0, 1, 2].map(() => new MeshStandardMaterial({ roughness: 0.55 }));
  readonly gravity = new MeshStandardMaterial({ roughness: 0.6 });
  readonly path = new MeshBasicMaterial();
  readonly pathAhead = new MeshBasicMaterial({ transparent: true, opacity: 0.28, depthWrite: false });

  constructor() {
    this.load.color.set("#d9902f");
    this.light.color.set("#ffffff");
    this.dark.color.set("#20262e");
  }

  apply(theme: Theme): void {
    for (const role of ["link", "base", "turning", "sliding", "fixed", "cap", "tool", "ellipsoid",
      "gravity"] as const) {
      this[role].color.set(theme[role]);
    }
    this.path.color.set(theme.path);
    this.pathAhead.color.set(theme.path);
    this.axes.forEach((material, k) => material.color.set(theme.axes[k]!));
  }

  /** Frames are seen through the robot's own surface, where that is shown. */
  seeThrough(on: boolean): void {
    for (const material of this.axes) {
      material.depthTest = !on;
      material.transparent = on; // drawn after what is opaque
    }
  }

  dispose(): void {
    for (const one of Object.values(this) as (Material | Material[])[]) {
      for (const material of [one].flat()) material.dispose();
    }
  }
}

function metal(metalness: number, roughness: number): MeshStandardMaterial {
  return new MeshStandardMaterial({ metalness, roughness });
}
