/** A position while something happens in it: the old one, changed bit by bit towards the new one. */
import { patched } from "$/match/scene";
import type { Cell, Motion, Scene, SceneChange, Stage } from "$/protocol/generated";

/** What is watched: a step at a table or one of a replay. */
export interface Happening {
  readonly motions?: readonly Motion[];
  readonly stages?: readonly Stage[];
  readonly scene?: SceneChange | null;
}

/** The old position with everything that is about to come in already in the wings. */
export function staging(scene: Scene, { motions, scene: change }: Happening): Scene {
  if (!change) return scene;
  const moving = new Set((motions ?? []).map((motion) => motion.target));
  const after = patched(scene, change);
  const joined = <P extends { id: string }>(old: readonly P[], now: readonly P[]) => {
    const known = new Set(old.map((part) => part.id));
    return [...old, ...now.filter((part) => moving.has(part.id) && !known.has(part.id))];
  };
  return {
    ...scene,
    tokens: joined(scene.tokens, after.tokens),
    cards: joined(scene.cards, after.cards),
  };
}

/** What was not there before, and is not to be seen until something happens to it. */
export function arriving(before: Scene, staged: Scene): ReadonlySet<string> {
  const known = new Set([...before.tokens, ...before.cards].map((part) => part.id));
  const all = [...staged.tokens, ...staged.cards].map((part) => part.id);
  return new Set(all.filter((id) => !known.has(id)));
}

/** The position once these cells look otherwise. */
export function settled(staged: Scene, cells: readonly Cell[]): Scene {
  return patched(staged, { cells: { put: cells } });
}
