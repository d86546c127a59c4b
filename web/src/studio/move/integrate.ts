/** Ordinary differential equations: Dormand and Prince's pair of orders 5 and 4, with its own step. */

type Rate = (t: number, y: Float64Array) => Float64Array;

const C = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
const A = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
/** The difference between both orders. */
const E = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];

const MOST_STEPS = 400_000;

export class Integrator {
  steps = 0;
  private h: number;

  constructor(private readonly rate: Rate, private t: number, readonly y: Float64Array, private readonly tolerance: number) {
    this.h = 1e-3;
  }

  /** Go on to a time. */
  reach(end: number): void {
    const n = this.y.length;
    const trial = new Float64Array(n);
    while (this.t < end - 1e-12) {
      if (++this.steps > MOST_STEPS) throw new RangeError("the motion becomes too fast to be followed");
      const h = Math.min(this.h, end - this.t);
      const k: Float64Array[] = [];
      for (let s = 0; s < 7; s++) {
        for (let i = 0; i < n; i++) {
          let sum = this.y[i]!;
          for (let r = 0; r < s; r++) sum += h * A[s]![r]! * k[r]![i]!;
          trial[i] = sum;
        }
        k.push(Float64Array.from(this.rate(this.t + C[s]! * h, trial)));
      }
      let error = 0;
      for (let i = 0; i < n; i++) {
        let off = 0;
        for (let s = 0; s < 7; s++) off += h * E[s]! * k[s]![i]!;
        error = Math.max(error, Math.abs(off) / (this.tolerance * (1 + Math.abs(this.y[i]!))));
      }
      if (!Number.isFinite(error)) {
        this.h = h / 5;
        if (this.h < 1e-10) throw new RangeError("the accelerations are not finite; is the mass matrix singular with these numbers?");
        continue;
      }
      if (error <= 1) {
        this.t += h;
        this.y.set(trial); // the last stage stands at the end of the step
      }
      const grow = 0.9 * Math.max(error, 1e-10) ** -0.2;
      if (error > 1 || h === this.h) this.h = h * Math.min(5, Math.max(0.2, grow));
    }
    this.t = end;
  }
}
