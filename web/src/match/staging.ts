/** What is drawn while the motions of a step run. */
import { patch } from "$/match/scene";
import type { Motion, Scene, SceneChange, SceneStage } from "$/protocol/generated";

/** A step of a match or of a replay. */
export interface PlayableStep {
  readonly motions?: readonly Motion[];
  readonly stages?: readonly SceneStage[];
  readonly scene?: SceneChange | null;
}

/** Motions that are watched before the scene changes. */
export interface Episode {
  readonly motions: readonly Motion[];
  readonly after: Scene;
  /** The headline while the motions run. */
  readonly caption: string;
}

/** The step in parts: each ends where stages change the scene, the last with the step itself. */
export function episodes(before: Scene, step: PlayableStep): readonly Episode[] {
  const { motions = [], stages = [] } = step;
  const parts: Episode[] = [];
  let after = before;
  let start = 0;
  for (const beat of new Set(stages.map((stage) => stage.beat))) {
    for (const stage of stages) if (stage.beat === beat) after = patch(after, stage.scene);
    const running = between(motions, start, beat);
    parts.push({ motions: running, after, caption: after.headline });
    start = beat;
  }
  const rest = between(motions, start, Infinity);
  const end = step.scene ? patch(before, step.scene) : before;
  if (rest.length > 0) parts.push({ motions: rest, after: end, caption: after.headline });
  return parts;
}

function between(motions: readonly Motion[], start: number, end: number): readonly Motion[] {
  return motions.filter(({ beat }) => start <= beat && beat < end);
}

/**
 * The scene before the episode, with its caption and the parts that are about to appear. What is
 * turned over shows its new side: its back covers it for the first half of the motion.
 */
export function sceneDuring(scene: Scene, { motions, after, caption }: Episode): Scene {
  const moving = new Set(motions.map((motion) => motion.target));
  const renewed = new Set(
    motions.filter(({ kind }) => kind === "flip" || kind === "appear").map(({ target }) => target),
  );
  const joined = <P extends { id: string }>(old: readonly P[], now: readonly P[]) => {
    const news = new Map(now.map((part) => [part.id, part]));
    const known = new Set(old.map((part) => part.id));
    return [
      ...old.map((part) => (renewed.has(part.id) ? (news.get(part.id) ?? part) : part)),
      ...now.filter((part) => moving.has(part.id) && !known.has(part.id)),
    ];
  };
  return {
    ...scene,
    headline: caption,
    tokens: joined(scene.tokens, after.tokens),
    cards: joined(scene.cards, after.cards),
  };
}

/** Ids that the old scene does not have. */
export function newcomersIn(before: Scene, staged: Scene): ReadonlySet<string> {
  const known = new Set([...before.tokens, ...before.cards].map((part) => part.id));
  const all = [...staged.tokens, ...staged.cards].map((part) => part.id);
  return new Set(all.filter((id) => !known.has(id)));
}
