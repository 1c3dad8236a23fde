/** What the player who is to act does now, in a sentence. */
import type { Node } from "$/board/gestures";
import type { Scene } from "$/protocol/generated";

type Kind = "piece" | "place" | "card" | "amount" | "button";

/** What to choose first: in the game's own words or, where it has none, by the legal moves. */
export function firstTask(scene: Scene, root: Node): string {
  return scene.task || impliedTask(scene, root);
}

function impliedTask(scene: Scene, root: Node): string {
  const kinds = kindsAfter(scene, root);
  const things = (["piece", "card", "place"] as const).filter((kind) => kinds.has(kind));
  const leadsOn = [...root.next.values()].some((node) => kindsAfter(scene, node).has("place"));
  const words = [
    ...(things.length > 0
      ? [`choose a marked ${things.join(" or ")}${leadsOn ? ", then a marked place" : ""}`]
      : []),
    ...(kinds.has("button") || kinds.has("amount") ? ["press a button"] : []),
  ];
  return words.length > 0 ? sentence(words.join(", or ")) : "Make your move.";
}

/** What to choose after the clicks so far; `player` is the name of the one who clicks. */
export function nextTask(
  scene: Scene,
  path: readonly string[],
  here: Node | undefined,
  player: string,
): string {
  const kinds = kindsAfter(scene, here);
  const [first = "", ...others] = path.map((id) => nameOf(scene, id, player));
  const subject = others.length > 0 ? `${first} to ${others.join(", ")}` : first;
  if (kinds.has("amount")) return sentence(`${subject}: choose how many`);
  const button = kinds.has("button") ? ", or press a button" : "";
  const next = [...(here?.next.values() ?? [])];
  const word = next.every(({ text }) => text !== null) ? "move" : "choice";
  const choices = `${next.length} ${word}${next.length === 1 ? "" : "s"}`;
  if (kinds.has("place") || kinds.has("piece"))
    return sentence(`choose where ${subject} goes${button} (${choices})`);
  return sentence(`${subject}: ${kinds.has("card") ? "choose a card" : "press a button"}`);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function kindsAfter(scene: Scene, node: Node | undefined): ReadonlySet<Kind> {
  const next = node?.next;
  const kinds = new Set<Kind>();
  if (!next) return kinds;
  const note = (kind: Kind, parts: readonly { readonly id: string }[]) => {
    if (parts.some((part) => next.has(part.id))) kinds.add(kind);
  };
  note("piece", scene.tokens);
  note("place", scene.cells);
  note("card", scene.cards);
  note(
    "amount",
    scene.buttons.filter((button) => button.amount !== null),
  );
  note(
    "button",
    scene.buttons.filter((button) => button.amount === null),
  );
  return kinds;
}

function nameOf(scene: Scene, id: string, player: string): string {
  const cell = scene.cells.find((one) => one.id === id);
  if (cell) return cell.name || cell.label;
  const parts = [...scene.tokens, ...scene.cards, ...scene.buttons];
  return ownName(parts.find((part) => part.id === id)?.label ?? "", player);
}

/** To Ann, `Ann's Warrior 3` and `red marble of Ann` are `your Warrior 3` and `your red marble`. */
export function ownName(label: string, player: string): string {
  if (player === "") return label;
  if (label.startsWith(`${player}'s `)) return `your ${label.slice(player.length + 3)}`;
  const owner = ` of ${player}`;
  const at = label.indexOf(owner);
  const after = label.slice(at + owner.length);
  return at < 0 || /^\w/.test(after) ? label : `your ${label.slice(0, at)}${after}`;
}
