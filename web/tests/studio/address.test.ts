import { describe, expect, it } from "vitest";
import { readAddress, writeAddress } from "../../src/studio/address";
import { START, type View } from "../../src/studio/view";

describe("an address", () => {
  it("is the robot and what is seen of it, whole", async () => {
    const view: View = {
      robot: { text: 'name = "α"\n[[joint]]\nkind = "R"', hypotheses: ["com_at_origin"], payload: "none" },
      mode: "move", form: "matrices", style: { notation: "plain", shorter: ["squares"] }, before: [], staying: true,
      values: { m1: 2.5 }, q: [0.1, -2], dq: null, ddq: null,
    };
    expect(await readAddress(await writeAddress(view))).toEqual(view);
  });

  it("is short for a robot of the library", async () => {
    expect((await writeAddress(START)).length).toBeLessThan(60);
  });

  it("may be written by hand", async () => {
    expect(await readAddress("#robot=puma560&form=base")).toMatchObject({ robot: { text: "puma560" }, form: "base" });
    const json = encodeURIComponent(JSON.stringify({ text: "RTR", kind: "word", axes: "zzx" }));
    expect((await readAddress(`#json=${json}`))?.robot).toEqual({ text: "RTR", kind: "word", axes: "zzx" });
  });

  it("that is broken or not ours gives nothing, and never throws", async () => {
    for (const hash of ["", "#", "#v1.", "#v1.%%%", "#v1.AAAA", "#json=[", "#elsewhere"]) {
      expect(await readAddress(hash)).toBeNull();
    }
  });

  it("of a wrong shape gives only what fits", async () => {
    const view = { robot: { text: 7 }, mode: "fly", form: "tau", values: { m1: "<b>", m2: 3 }, q: ["x"] };
    const found = await readAddress(await writeAddress(view as unknown as View));
    expect(found).toMatchObject({ robot: START.robot, mode: "read", values: { m2: 3 }, q: null });
  });
});
