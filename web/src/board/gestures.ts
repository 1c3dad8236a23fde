/** Legal moves as a tree of clicks. The page walks it and knows nothing else of what is allowed. */

/** The ids to click, in order, and the move in notation. */
export type Move = readonly [gesture: readonly string[], text: string];

export interface Node {
  readonly next: ReadonlyMap<string, Node>;
  /** The move that is complete here. */
  readonly text: string | null;
  /** How many moves go through here. */
  readonly count: number;
}

interface Growing extends Node {
  readonly next: Map<string, Growing>;
  text: string | null;
  count: number;
}

/** The tree of all the moves. */
export function tree(moves: readonly Move[]): Node {
  const root = sprout();
  for (const [gesture, text] of moves) {
    let node = root;
    node.count += 1;
    for (const id of gesture) {
      let child = node.next.get(id);
      if (!child) node.next.set(id, (child = sprout()));
      child.count += 1;
      node = child;
    }
    node.text = text;
  }
  return root;
}

function sprout(): Growing {
  return { next: new Map(), text: null, count: 0 };
}

/** The node after these clicks. */
export function walk(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const id of path) node = node?.next.get(id);
  return node;
}

export type Click =
  | { readonly kind: "on"; readonly path: readonly string[] }
  | { readonly kind: "play"; readonly path: readonly string[]; readonly text: string }
  | { readonly kind: "off" }
  | { readonly kind: "no"; readonly path: readonly string[] };

/**
 * What a click means after `path`. `hits` are the ids under the pointer, the topmost first.
 *
 * It goes on along the tree if it can; the last thing clicked again lets go, or takes the next thing
 * on the same spot; another beginning begins anew; everything else cannot be done, and the server
 * knows why.
 */
export function click(root: Node, path: readonly string[], hits: readonly string[]): Click {
  const here = walk(root, path);
  for (const id of hits) {
    const child = here?.next.get(id);
    if (child) return reached([...path, id], child);
  }
  const last = path.at(-1);
  if (last !== undefined && hits.includes(last)) return sibling(root, path, hits, last);
  for (const id of hits) {
    const child = root.next.get(id);
    if (child) return reached([id], child);
  }
  return { kind: "no", path: [...path, ...hits.slice(0, 1)] };
}

function sibling(
  root: Node,
  path: readonly string[],
  hits: readonly string[],
  last: string,
): Click {
  const before = path.slice(0, -1);
  const parent = walk(root, before);
  const later = hits.slice(hits.indexOf(last) + 1);
  for (const id of later) {
    const node = parent?.next.get(id);
    if (node) return reached([...before, id], node);
  }
  return { kind: "off" };
}

function reached(path: readonly string[], node: Node): Click {
  const { text, next } = node;
  return text !== null && next.size === 0 ? { kind: "play", path, text } : { kind: "on", path };
}

/** The path as far as it is still in the tree: moves change while somebody is choosing. */
export function pruned(root: Node, path: readonly string[]): readonly string[] {
  return walk(root, path) ? path : [];
}
