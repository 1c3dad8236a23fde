/** Animates the elements that show the objects of a scene; `data-id` tells which is which. */
import {
  fallFrames,
  frames,
  hopFrames,
  plan,
  pushFrames,
  slideFrames,
  type Act,
  type Point,
  type Speed,
} from "$/board/motions";
import type { Motion } from "$/protocol/generated";

export interface Surface {
  /** Holds everything that may move. */
  readonly root: HTMLElement;
  /** Middles of the cells, in the board's own units. */
  readonly places: ReadonlyMap<string, Point>;
  /** Where a token stands, as it is drawn. */
  readonly standing: (id: string) => Point | undefined;
  /** Ids that are drawn already but stay hidden until their first motion. */
  readonly newcomers: ReadonlySet<string>;
  readonly speed: Speed;
  readonly started: (motion: Motion) => void;
}

export interface Playing {
  readonly done: Promise<void>;
  /** Jump to the end. */
  readonly skip: () => void;
  readonly clear: () => void;
}

/** Milliseconds that a floating sentence and a floating number stay. */
const FEEDBACK = 2_000;
const BLOW = 1_100;

/** Start all motions. What has moved stays there until `clear`. */
export function animate(motions: readonly Motion[], surface: Surface): Playing {
  const { acts, length } = plan(motions, surface.speed);
  const running: Animation[] = [];
  const timers = acts.map((act) =>
    setTimeout(() => {
      surface.started(act.motion);
      if (act.motion.text !== "" && act.motion.target !== "") float(act, surface);
    }, act.start),
  );
  const waiting = new Set(surface.newcomers);
  for (const act of acts) {
    const element = find(surface.root, act.motion.target);
    if (!element) continue;
    if (waiting.delete(act.motion.target) && act.start > 0)
      running.push(hideFor(element, act.start));
    running.push(...run(act, element, surface));
  }
  let skip: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (skip = resolve));
  timers.push(setTimeout(skip, length));
  return {
    done,
    skip,
    clear: () => {
      timers.forEach(clearTimeout);
      for (const animation of running) animation.cancel();
    },
  };
}

export function find(root: HTMLElement, id: string): Element | null {
  return id === "" ? null : root.querySelector(`[data-id="${CSS.escape(id)}"]`);
}

function hideFor(element: Element, duration: number): Animation {
  return element.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
}

function run(act: Act, element: Element, surface: Surface): Animation[] {
  const { motion, start, duration } = act;
  const keyframes = framesOf(motion, surface);
  if (keyframes.length < 2) return [];
  const linear = ["slide", "hop", "push"].includes(motion.kind) || motion.path.length > 1;
  const back = motion.kind === "flip" ? element.querySelector(".back") : null;
  return [
    ...(back ? [back.animate(BACK, { duration, delay: start })] : []),
    element.animate(keyframes, {
      duration,
      delay: start,
      easing: linear ? "linear" : "ease-in-out",
      // Hide what appears until it does, and keep what left hidden until the new scene is drawn.
      fill: motion.kind === "appear" ? "both" : "forwards",
    }),
  ];
}

/** An element of the class `back` is shown for the first half of a flip. */
const BACK: Keyframe[] = [
  { opacity: 1 },
  { opacity: 1, offset: 0.5 },
  { opacity: 0, offset: 0.5 },
  { opacity: 0 },
];

function framesOf(motion: Motion, surface: Surface): Keyframe[] {
  const path = motion.path.flatMap((id) => surface.places.get(id) ?? []);
  const token = surface.standing(motion.target);
  switch (motion.kind) {
    case "slide":
      return slideFrames(path);
    case "hop":
      return hopFrames(path);
    case "push":
      return pushFrames(path);
    case "say":
    case "show":
    case "pause":
      return [];
    default:
      if (motion.kind === "fall" && path.length > 1) return fallFrames(path);
      return frames(motion.kind, path.at(-1) ?? token ?? { x: 0, y: 0 }, token ? "token" : "box");
  }
}

const RISING: Keyframe[] = [
  { transform: "translate(-50%, -50%) scale(0.8)", opacity: 0 },
  { transform: "translate(-50%, -90%) scale(1.15)", opacity: 1, offset: 0.25 },
  { transform: "translate(-50%, -220%) scale(1)", opacity: 0 },
];
const STANDING: Keyframe[] = [
  { transform: "translate(-50%, -50%) scale(1.1)" },
  { transform: "translate(-50%, -50%) scale(1)" },
];

/** Show a text at its object: damage or a reason rises and fades, a count stands still. */
function float(act: Act, surface: Surface): void {
  const element = find(surface.root, act.motion.target);
  if (!element) return;
  const box = element.getBoundingClientRect();
  const word = document.createElement("span");
  word.className = `float float-${act.motion.kind}`;
  word.textContent = act.motion.text;
  word.style.left = `${box.left + box.width / 2}px`;
  word.style.top = `${box.top + box.height / 2}px`;
  surface.root.append(word);
  const stands = act.motion.kind === "show";
  const rising = (act.motion.kind === "say" ? FEEDBACK : BLOW) / surface.speed.person;
  const shown = word.animate(stands ? STANDING : RISING, {
    duration: stands ? act.duration : rising,
    easing: "ease-out",
  });
  shown.onfinish = () => word.remove();
}
