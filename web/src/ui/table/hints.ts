/** What belongs to a move that is being pointed at. */
import type { Move, Node } from "$/board/gestures";
import { tokensByCell } from "$/board/layout";
import type { Arrow, Scene } from "$/protocol/generated";

/** All ids that any move is made of. */
export function knownIds(moves: readonly Move[]): ReadonlySet<string> {
  return new Set(moves.flatMap(([gesture]) => gesture));
}

/** What lies now where somebody points: things come and go under a pointer at rest. */
export function under(hits: readonly string[], scene: Scene | null): readonly string[] {
  const cell = hits.at(-1);
  if (cell === undefined || !scene) return [];
  return [...(tokensByCell(scene.tokens).get(cell) ?? []).map((token) => token.id), cell];
}

/** The move that a click here would play. */
export function hoveredMove(here: Node | undefined, hits: readonly string[]): string | null {
  for (const id of hits) {
    const text = here?.next.get(id)?.text;
    if (text) return text;
  }
  return null;
}

/** Notes that begin with a move's notation are about that move; the others are for everybody. */
export function notesOf(
  notes: readonly string[],
  moves: readonly Move[],
): { readonly general: readonly string[]; readonly about: ReadonlyMap<string, string> } {
  const about = new Map<string, string>();
  const general: string[] = [];
  const texts = moves.map(([, text]) => text);
  for (const note of notes) {
    const text = texts.find((one) => note.startsWith(`${one} `));
    if (text === undefined) general.push(note);
    else about.set(text, note.slice(text.length + 1));
  }
  return { general, about };
}

/** Arrows that are previews are seen while their move is pointed at; all others always. */
export function arrowsFor(arrows: readonly Arrow[], meant: string | null): readonly Arrow[] {
  return arrows.filter(
    (arrow) => arrow.kind !== "preview" || (meant !== null && arrow.id.startsWith(`${meant} `)),
  );
}
