/** Games speak of seats (`seat 2`); people at a table have names. */
import type { Scene } from "$/protocol/generated";

const SEAT = /\bseat (\d)\b/gi;

/** The sentence with the names of the seats that have one. */
export function named(text: string, names: readonly string[]): string {
  return text.replace(SEAT, (seat, number: string) => {
    const name = names[Number(number) - 1] ?? "";
    return name === "" ? seat : name;
  });
}

/** The scene with names in all that is read; what needs none stays the very same object. */
export function namedScene(scene: Scene, names: readonly string[]): Scene {
  const call = (text: string) => named(text, names);
  const labelled = <P extends { readonly label: string }>(parts: readonly P[]) =>
    parts.map((part) => {
      const label = call(part.label);
      return label === part.label ? part : { ...part, label };
    });
  return {
    ...scene,
    headline: call(scene.headline),
    cells: labelled(scene.cells),
    tokens: labelled(scene.tokens),
    cards: labelled(scene.cards),
    gauges: labelled(scene.gauges),
    arrows: labelled(scene.arrows),
    notes: scene.notes.map(call),
  };
}
