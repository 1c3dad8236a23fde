/** Timing and keyframes of motions. */
import { MOST_PLAYING_MS, MOTION_MS, type Motion } from "$/protocol/generated";

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

/** How fast motions are played: `person` is the person's setting, which pauses do not heed. */
export interface Speed {
  readonly person: number;
  readonly haste: number;
}

/** When each motion runs. Beats run one after the other, motions of a beat together. */
export function plan(motions: readonly Motion[], speed: Speed = { person: 1, haste: 1 }): Plan {
  const acts: Act[] = [];
  let start = 0;
  for (const beat of [...new Set(motions.map((motion) => motion.beat))].sort((a, b) => a - b)) {
    const together = motions.filter((motion) => motion.beat === beat);
    const running = together.map((motion) => ({ motion, start, duration: length(motion, speed) }));
    acts.push(...running);
    start += Math.max(...running.map((act) => act.duration));
  }
  return { acts, length: start };
}

/**
 * How much faster than stated a step is played, so that nobody watches for too long. The server
 * counts the same time (`playing_time` in `core/scene.py`) before it starts a clock.
 */
export function haste(motions: readonly Motion[]): number {
  return Math.max(1, plan(motions).length / MOST_PLAYING_MS);
}

function length(motion: Motion, { person, haste }: Speed): number {
  const legs = motion.kind === "slide" || motion.kind === "hop" ? motion.path.length - 1 : 1;
  const stated = motion.milliseconds || MOTION_MS[motion.kind] * Math.max(1, legs);
  return stated / (motion.kind === "pause" ? haste : haste * person);
}

const at = (point: Point, more = "") => `translate(${point.x}px, ${point.y}px)${more}`;

/** Straight from point to point. */
export function slideFrames(path: readonly Point[]): Keyframe[] {
  return path.map((point) => ({ transform: at(point) }));
}

/** Struck from behind: still until the blow, then fast and a little too far. */
export function pushFrames([from, to]: readonly Point[]): Keyframe[] {
  if (!from || !to) return [];
  const over = { x: to.x + (to.x - from.x) * 0.14, y: to.y + (to.y - from.y) * 0.14 };
  return [
    { transform: at(from), offset: 0 },
    { transform: at(from), offset: 0.3, easing: "ease-out" },
    { transform: at(over, " scale(0.94)"), offset: 0.75 },
    { transform: at(to), offset: 1 },
  ];
}

/** On beyond the end of the way by as much, and down. */
export function fallFrames([behind, here]: readonly Point[]): Keyframe[] {
  if (!behind || !here) return [];
  const beyond = { x: 2 * here.x - behind.x, y: 2 * here.y - behind.y };
  return [
    { transform: at(here), opacity: 1, offset: 0 },
    { transform: at(here), opacity: 1, offset: 0.17, easing: "ease-out" },
    { transform: at(beyond), opacity: 1, offset: 0.5, easing: "ease-in" },
    { transform: at(beyond, " scale(0.05) rotate(160deg)"), opacity: 0, offset: 1 },
  ];
}

const ARC = [0.25, 0.5, 0.75];

/** A parabola per leg, half as high as the leg is long. */
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

/** Tokens are placed by their transform, which keyframes must repeat; boxes by the page. */
export type Drawn = "token" | "box";

/** Keyframes of a motion without a path; `here` is where a token stands. */
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
