/** A scene and what changes in it. The same as `patched` in the server's `scenes.py`. */
import type { Scene, SceneChange } from "$/protocol/generated";

interface Part {
  readonly id: string;
}

interface Layer<P extends Part> {
  readonly put?: readonly P[];
  readonly gone?: readonly string[];
  readonly whole?: boolean;
}

/** The scene after the change; layers that did not change stay the very same arrays. */
export function patched(scene: Scene, change: SceneChange): Scene {
  return {
    headline: change.headline ?? scene.headline,
    cells: layered(scene.cells, change.cells),
    tokens: layered(scene.tokens, change.tokens),
    cards: layered(scene.cards, change.cards),
    gauges: layered(scene.gauges, change.gauges),
    buttons: layered(scene.buttons, change.buttons),
    arrows: layered(scene.arrows, change.arrows),
    notes: change.notes ?? scene.notes,
  };
}

function layered<P extends Part>(
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
