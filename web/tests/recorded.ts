/** The matches that `fixtures.py` recorded from the real games. */
import type { Move } from "$/board/gestures";
import type { Motion, Scene, SceneChange, SceneStage } from "$/protocol/generated";

export interface Recorded {
  readonly game: string;
  readonly seats: number;
  readonly first: Scene;
  readonly steps: readonly {
    readonly moves: readonly Move[];
    readonly chosen: string;
    readonly change: SceneChange;
    readonly motions: readonly Motion[];
    readonly playing_time: number;
    readonly stages: readonly SceneStage[];
    readonly after: Scene;
  }[];
}

const files = import.meta.glob<readonly Recorded[]>("./fixtures/*.json", {
  eager: true,
  import: "default",
});

export const recorded: readonly Recorded[] = Object.values(files).flat();

export const titled = recorded.map((one) => [`${one.game} for ${one.seats}`, one] as const);

/** Cells, tokens and arrows have a place and no order: a scene to compare by content. */
export function sorted(scene: Scene | null | undefined): unknown {
  if (!scene) return scene;
  const byId = <P extends { id: string }>(parts: readonly P[]) =>
    [...parts].sort((a, b) => a.id.localeCompare(b.id));
  const { cells, tokens, arrows } = scene;
  return { ...scene, cells: byId(cells), tokens: byId(tokens), arrows: byId(arrows) };
}
