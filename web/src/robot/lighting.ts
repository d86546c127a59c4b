/** Links lit up: their parts in a brighter material, the others as they were. */
import { Color, type Material, Mesh, MeshStandardMaterial, type Object3D } from "three";

const GLOW = new Color("#ffe03d");
const STRENGTH = 0.7;

export class Lighting {
  private readonly parts = new Map<number, Mesh[]>();
  private readonly dressed = new Map<Mesh, Material>();
  private readonly bright = new Map<Material, Material>();

  constructor(root: Object3D) {
    root.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      const link = linkOf(part);
      if (link !== undefined) this.parts.set(link, [...(this.parts.get(link) ?? []), part]);
    });
  }

  light(links: number[]): void {
    for (const [part, own] of this.dressed) part.material = own;
    this.dressed.clear();
    for (const part of links.flatMap((link) => this.parts.get(link) ?? [])) {
      const own = part.material as Material;
      if (!(own instanceof MeshStandardMaterial)) continue;
      this.dressed.set(part, own);
      part.material = this.brightened(own);
    }
  }

  dispose(): void {
    for (const material of this.bright.values()) material.dispose();
  }

  private brightened(own: MeshStandardMaterial): Material {
    const made = (this.bright.get(own) as MeshStandardMaterial | undefined) ?? own.clone();
    made.color.copy(own.color).lerp(GLOW, STRENGTH);
    made.emissive.copy(GLOW);
    made.emissiveIntensity = 0.35;
    this.bright.set(own, made);
    return made;
  }
}

/** The link that a part belongs to; a joint's body belongs to the link that it moves. */
export function linkOf(part: Object3D): number | undefined {
  for (let one: Object3D | null = part; one; one = one.parent) {
    if (typeof one.userData.link === "number") return one.userData.link;
  }
  return undefined;
}
