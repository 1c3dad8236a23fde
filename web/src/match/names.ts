/** Replaces `seat 2` in a game's texts with the player's name. */
import type { AudienceCard, Motion, Preview, Scene } from "$/protocol/generated";

const SEAT = /\bseat (\d)\b/gi;

/** The text with the names of the seats that have one. */
export function withNames(text: string, names: readonly string[]): string {
  return text.replace(SEAT, (seat, number: string) => {
    const name = names[Number(number) - 1] ?? "";
    return name === "" ? seat : name;
  });
}

/** The preview with names in all texts. */
export function previewWithNames(preview: Preview, names: readonly string[]): Preview {
  return {
    text: withNames(preview.text, names),
    arrows: preview.arrows.map((arrow) => ({ ...arrow, label: withNames(arrow.label, names) })),
    warning: withNames(preview.warning, names),
  };
}

/** The groups to talk to, with names. */
export function audiencesWithNames(
  audiences: readonly AudienceCard[],
  names: readonly string[],
): readonly AudienceCard[] {
  return audiences.map((one) => ({ ...one, label: withNames(one.label, names) }));
}

/** The step with names in what its motions say. */
export function stepWithNames<S extends { readonly motions?: readonly Motion[] }>(
  step: S,
  names: readonly string[],
): S {
  const motions = step.motions?.map((motion) =>
    motion.text ? { ...motion, text: withNames(motion.text, names) } : motion,
  );
  return motions ? { ...step, motions } : step;
}

/** The scene with names in all texts. Parts that do not change stay the same objects. */
export function sceneWithNames(scene: Scene, names: readonly string[]): Scene {
  const call = (text: string) => withNames(text, names);
  const labelled = <P extends { readonly label: string }>(parts: readonly P[]) =>
    parts.map((part) => {
      const label = call(part.label);
      return label === part.label ? part : { ...part, label };
    });
  return {
    ...scene,
    headline: call(scene.headline),
    task: call(scene.task),
    cells: labelled(scene.cells),
    tokens: labelled(scene.tokens),
    cards: labelled(scene.cards),
    gauges: labelled(scene.gauges),
    buttons: labelled(scene.buttons),
    arrows: labelled(scene.arrows),
    notes: scene.notes.map(call),
  };
}
