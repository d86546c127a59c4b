import { expect, test } from "vitest";
import { printCoordinate, printFigure, printLimit } from "../src/units";

test("angles are printed in degrees and slides in metres, with a true minus", () => {
  expect(printCoordinate(-Math.PI / 4, "R")).toBe("−45.0°");
  expect(printCoordinate(0.3, "T")).toBe("0.300 m");
  expect(printCoordinate(-1e-9, "R")).toBe("0.0°");
  expect(printLimit(-2.8973, "R")).toBe("−166°");
  expect(printLimit(0.04, "T")).toBe("0.04 m");
});

test("figures have three digits, and roundoff is nothing", () => {
  expect(printFigure(1234.5)).toBe("1235");
  expect(printFigure(-0.012345)).toBe("−0.0123");
  expect(printFigure(4e-15, 10)).toBe("0");
  expect(printFigure(3e-5)).toBe("3.0e−5");
});
