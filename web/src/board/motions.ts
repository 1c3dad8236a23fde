/** Motions as a plan for the animator: what runs when, for how long and through which frames. */
import type { Motion } from "$/protocol/generated";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Act {
  readonly motion: Motion;
  readonly start: number;
  readonly duration: number;
}

export interface Plan {
  readonly acts: readonly Act[];
  readonly length: number;
}

/** Milliseconds at normal speed; a hop or slide takes this per leg. Words stay longer than they hold up. */
const DURATIONS: Record<Motion["kind"], number> = {
  slide: 200,
  hop: 240,
  fall: 380,
  vanish: 260,
  appear: 260,
  flip: 420,
  hit: 420,
  shake: 320,
  say: 250,
};

/** What is turned over is looked at for this long, at any speed, before something follows. */
export const REVEAL = 1_500;

/** Beats follow each other; within a beat everything starts together. `speed` 2 is twice as fast. */
export function plan(motions: readonly Motion[], speed = 1): Plan {
  const acts: Act[] = [];
  let start = 0;
  for (const together of inBeats(motions)) {
    const running = together.map((motion) => ({
      motion,
      start,
      duration: duration(motion) / speed,
    }));
    acts.push(...running);
    start += Math.max(...running.map((act) => act.duration));
    if (turnsOver(together)) start += REVEAL;
  }
  return { acts, length: start };
}

/** When a beat begins; one after the last begins when all is over. */
export function startOf({ acts, length }: Plan, beat: number): number {
  return acts.find((act) => act.motion.beat >= beat)?.start ?? length;
}

/** The motions by beat; what is turned over right after one another is turned over together. */
function inBeats(motions: readonly Motion[]): Motion[][] {
  const beats: Motion[][] = [];
  let last: number | null = null;
  for (const motion of [...motions].sort((a, b) => a.beat - b.beat)) {
    const running = beats.at(-1);
    const joins = motion.beat === last || (motion.kind === "flip" && turnsOver(running ?? []));
    if (running && joins) running.push(motion);
    else beats.push([motion]);
    last = motion.beat;
  }
  return beats;
}

function turnsOver(beat: readonly Motion[]): boolean {
  return beat.length > 0 && beat.every((motion) => motion.kind === "flip");
}

function duration(motion: Motion): number {
  const legs = motion.kind === "slide" || motion.kind === "hop" ? motion.path.length - 1 : 1;
  return DURATIONS[motion.kind] * Math.max(1, legs);
}

const at = (point: Point, more = "") => `translate(${point.x}px, ${point.y}px)${more}`;

/** Straight from point to point. */
export function slideFrames(path: readonly Point[]): Keyframe[] {
  return path.map((point) => ({ transform: at(point) }));
}

const ARC = [0.25, 0.5, 0.75];

/** A parabola for every leg, as high as half the leg is long. */
export function hopFrames(path: readonly Point[]): Keyframe[] {
  const frames: Keyframe[] = path.slice(0, 1).map((point) => ({ transform: at(point) }));
  path.slice(1).forEach((end, index) => {
    const from = path[index] ?? end;
    const height = Math.hypot(end.x - from.x, end.y - from.y) / 2;
    for (const t of ARC) {
      const lift = 4 * t * (1 - t);
      const point = {
        x: from.x + (end.x - from.x) * t,
        y: from.y + (end.y - from.y) * t - height * lift,
      };
      frames.push({ transform: at(point, ` scale(${1 + 0.18 * lift})`) });
    }
    frames.push({ transform: at(end) });
  });
  return frames;
}

/** What is drawn on the board is placed by its transform; boxes of the page lie where they lie. */
export type Drawn = "token" | "box";

/** What stays in place changes so; `here` is where a token stands. */
export function frames(kind: Motion["kind"], here: Point, drawn: Drawn): Keyframe[] {
  const place = drawn === "token" ? at(here) : "";
  const shown = (more: string, opacity = 1): Keyframe => ({
    transform: `${place} ${more}`.trim(),
    opacity,
  });
  switch (kind) {
    case "fall":
      return [shown("scale(1)"), shown("scale(0.05) rotate(160deg)", 0)];
    case "vanish":
      return [shown("scale(1)"), shown("scale(0.4)", 0)];
    case "appear":
      return [shown("scale(0.4)", 0), shown("scale(1)")];
    case "flip":
      return [shown("scaleX(1)"), shown("scaleX(0.02)"), shown("scaleX(1)")];
    default: {
      const reach = drawn === "token" ? 60 : 6;
      return [0, -1, 1, -0.7, 0.7, 0].map((aside) => shown(`translateX(${aside * reach}px)`));
    }
  }
}
