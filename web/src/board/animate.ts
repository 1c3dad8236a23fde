/** Plays a plan of motions on the elements that show the objects; found by `data-id`. */
import {
  frames,
  hopFrames,
  plan,
  slideFrames,
  startOf,
  type Act,
  type Point,
} from "$/board/motions";
import type { Happening } from "$/match/staging";
import type { Cell, Motion } from "$/protocol/generated";

export interface Stage {
  /** Holds everything that may move. */
  readonly root: HTMLElement;
  /** Middles of the cells, in the board's own units. */
  readonly places: ReadonlyMap<string, Point>;
  /** Where a token stands, as it is drawn. */
  readonly standing: (id: string) => Point | undefined;
  /** Drawn already, but not to be seen before something happens to them. */
  readonly newcomers: ReadonlySet<string>;
  readonly speed: number;
  readonly started: (motion: Motion) => void;
  readonly settle: (cells: readonly Cell[]) => void;
}

export interface Playing {
  readonly done: Promise<void>;
  /** Enough seen: everything is at its end at once. */
  readonly skip: () => void;
  readonly clear: () => void;
}

/** What is said stays this long; the number of a blow is gone sooner. */
const FEEDBACK = 2_000;
const BLOW = 1_100;

/** Runs everything to its end; what moved stays there until `clear`. */
export function animate({ motions = [], stages = [] }: Happening, stage: Stage): Playing {
  const planned = plan(motions, stage.speed);
  const { acts, length } = planned;
  const running: Animation[] = [];
  const timers = acts.map((act) =>
    setTimeout(() => {
      stage.started(act.motion);
      if (act.motion.text !== "" && act.motion.target !== "") float(act, stage);
    }, act.start),
  );
  for (const { beat, cells } of stages)
    timers.push(setTimeout(() => stage.settle(cells), startOf(planned, beat)));
  const waiting = new Set(stage.newcomers);
  for (const act of acts) {
    const element = find(stage.root, act.motion.target);
    if (!element) continue;
    if (waiting.delete(act.motion.target) && act.start > 0)
      running.push(unseen(element, act.start));
    running.push(...run(act, element, stage));
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

function unseen(element: Element, duration: number): Animation {
  return element.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
}

function run(act: Act, element: Element, stage: Stage): Animation[] {
  const { motion, start, duration } = act;
  const keyframes = framesOf(motion, stage);
  if (keyframes.length < 2) return [];
  const hops = motion.kind === "slide" || motion.kind === "hop";
  const back = motion.kind === "flip" ? element.querySelector(".back") : null;
  return [
    ...(back ? [back.animate(BACK, { duration, delay: start })] : []),
    element.animate(keyframes, {
      duration,
      delay: start,
      easing: hops ? "linear" : "ease-in-out",
      // What comes in is not seen before; what left stays away until the new scene is drawn.
      fill: motion.kind === "appear" ? "both" : "forwards",
    }),
  ];
}

/** A card that is turned over shows its back for the first half. */
const BACK: Keyframe[] = [
  { opacity: 1 },
  { opacity: 1, offset: 0.5 },
  { opacity: 0, offset: 0.5 },
  { opacity: 0 },
];

function framesOf(motion: Motion, stage: Stage): Keyframe[] {
  const path = motion.path.flatMap((id) => stage.places.get(id) ?? []);
  const token = stage.standing(motion.target);
  switch (motion.kind) {
    case "slide":
      return slideFrames(path);
    case "hop":
      return hopFrames(path);
    case "say":
      return [];
    default:
      return frames(motion.kind, path.at(-1) ?? token ?? { x: 0, y: 0 }, token ? "token" : "box");
  }
}

/** A word that rises from its object and fades: a damage number, a reason. */
function float(act: Act, stage: Stage): void {
  const element = find(stage.root, act.motion.target);
  if (!element) return;
  const box = element.getBoundingClientRect();
  const word = document.createElement("span");
  word.className = `float float-${act.motion.kind}`;
  word.textContent = act.motion.text;
  word.style.left = `${box.left + box.width / 2}px`;
  word.style.top = `${box.top + box.height / 2}px`;
  stage.root.append(word);
  const rise = word.animate(
    [
      { transform: "translate(-50%, -50%) scale(0.8)", opacity: 0 },
      { transform: "translate(-50%, -90%) scale(1.15)", opacity: 1, offset: 0.25 },
      { transform: "translate(-50%, -220%) scale(1)", opacity: 0 },
    ],
    {
      duration: (act.motion.kind === "say" ? FEEDBACK : BLOW) / stage.speed,
      easing: "ease-out",
    },
  );
  rise.onfinish = () => word.remove();
}
