/** A motion played in real time, from its end to its beginning again. */
import type { Motion } from "./types";

export class Player {
  time: number;
  private playing = false;
  private speed = 1;
  private last: number | undefined;

  constructor(
    private readonly motion: Motion,
    private readonly show: (time: number) => void,
    private readonly told: (playing: boolean) => void,
  ) {
    this.time = motion.t[0]!;
  }

  play(): void {
    if (this.time >= this.motion.t.at(-1)!) this.time = this.motion.t[0]!;
    this.playing = true;
    this.last = undefined;
    this.told(true);
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    this.told(false);
  }

  flip(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  pace(speed: number): void {
    this.speed = speed;
  }

  setTime(time: number): void {
    const [first, last] = [this.motion.t[0]!, this.motion.t.at(-1)!];
    this.time = Math.min(Math.max(time, first), last);
    this.show(this.time);
  }

  /** Go on to the present, in milliseconds; false while it rests. */
  advance(now: number): boolean {
    if (!this.playing) return false;
    const [first, last] = [this.motion.t[0]!, this.motion.t.at(-1)!];
    const passed = this.last === undefined ? 0 : Math.min((now - this.last) / 1000, 0.25);
    this.last = now;
    const next = this.time + passed * this.speed;
    this.time = next > last ? first : next;
    this.show(this.time);
    return true;
  }
}
