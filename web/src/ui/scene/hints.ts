/** What is shown about the move under the pointer. */
import type { Move, Node } from "$/board/gestures";
import { tokensByCell } from "$/board/layout";
import type { Scene } from "$/protocol/generated";

/** All ids in the gestures of these moves. */
export function knownIds(moves: readonly Move[]): ReadonlySet<string> {
  return new Set(moves.flatMap(([gesture]) => gesture));
}

/** The ids on the cell under the pointer now; tokens may have moved since the pointer did. */
export function under(hits: readonly string[], scene: Scene | null): readonly string[] {
  const cell = hits.at(-1);
  if (cell === undefined || !scene) return [];
  return [...(tokensByCell(scene.tokens).get(cell) ?? []).map((token) => token.id), cell];
}

/** The move that a click here would complete. */
export function hoveredMove(here: Node | undefined, hits: readonly string[]): string | null {
  for (const id of hits) {
    const text = here?.next.get(id)?.text;
    if (text) return text;
  }
  return null;
}
