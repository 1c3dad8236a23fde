/** Applies changes to a scene, as `patch` in the server's `protocol/scene_delta.py` does. */
import type { Scene, SceneChange } from "$/protocol/generated";

interface Part {
  readonly id: string;
}

interface Layer<P extends Part> {
  readonly put?: readonly P[];
  readonly gone?: readonly string[];
  readonly whole?: boolean;
}

/** The scene after the change. Layers that did not change stay the same arrays. */
export function patch(scene: Scene, change: SceneChange): Scene {
  return {
    ...scene,
    headline: change.headline ?? scene.headline,
    cells: patchLayer(scene.cells, change.cells),
    tokens: patchLayer(scene.tokens, change.tokens),
    cards: patchLayer(scene.cards, change.cards),
    gauges: patchLayer(scene.gauges, change.gauges),
    buttons: patchLayer(scene.buttons, change.buttons),
    arrows: patchLayer(scene.arrows, change.arrows),
    notes: change.notes ?? scene.notes,
    task: change.task ?? scene.task,
    homes: change.homes ?? scene.homes,
  };
}

function patchLayer<P extends Part>(
  parts: readonly P[],
  layer: Layer<P> | null | undefined,
): readonly P[] {
  if (!layer) return parts;
  const put = layer.put ?? [];
  if (layer.whole) return put;
  const gone = new Set(layer.gone ?? []);
  const kept = new Map(parts.filter((part) => !gone.has(part.id)).map((part) => [part.id, part]));
  for (const part of put) kept.set(part.id, part);
  return [...kept.values()];
}

/** Every id of the scene with its label, for sentences about what was clicked. */
export function labels(scene: Scene): ReadonlyMap<string, string> {
  const named = [scene.cells, scene.tokens, scene.cards, scene.gauges, scene.buttons].flat();
  return new Map(named.map((part) => [part.id, part.label]));
}
