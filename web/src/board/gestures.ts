/** Legal moves as a tree of clicks. This is all that the page knows about what is allowed. */

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
  const root = newNode();
  for (const [gesture, text] of moves) {
    let node = root;
    node.count += 1;
    for (const id of gesture) {
      let child = node.next.get(id);
      if (!child) node.next.set(id, (child = newNode()));
      child.count += 1;
      node = child;
    }
    node.text = text;
  }
  return root;
}

function newNode(): Growing {
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
 * In this order: it continues the path; it repeats the last click, which selects the next thing on
 * the same spot or deselects; it starts another path. Anything else is `no`, and the server can
 * explain why.
 */
export function click(root: Node, path: readonly string[], hits: readonly string[]): Click {
  const here = walk(root, path);
  for (const id of hits) {
    const child = here?.next.get(id);
    if (child) return clickAt([...path, id], child);
  }
  const last = path.at(-1);
  if (last !== undefined && hits.includes(last)) return sibling(root, path, hits, last);
  for (const id of hits) {
    const child = root.next.get(id);
    if (child) return clickAt([id], child);
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
    if (node) return clickAt([...before, id], node);
  }
  return { kind: "off" };
}

function clickAt(path: readonly string[], node: Node): Click {
  const { text, next } = node;
  return text !== null && next.size === 0 ? { kind: "play", path, text } : { kind: "on", path };
}

/** The path, or an empty one where it is no longer in the tree: moves may change meanwhile. */
export function prunePath(root: Node, path: readonly string[]): readonly string[] {
  return walk(root, path) ? path : [];
}
