/** Amounts: where the next click is a number, any number may be entered, and the server checks it. */
import { walk, type Node } from "$/board/gestures";
import type { Button } from "$/protocol/generated";

/** A number that the game offers, and the move it leads to. */
export interface Mark {
  readonly id: string;
  readonly amount: number;
  readonly text: string;
}

export interface Amounts {
  readonly marks: readonly Mark[];
  readonly most: number;
  /** The move with any other number. */
  readonly text: (amount: number) => string;
}

/** The amounts that can be chosen after these clicks; `null` where something else comes next. */
export function amountsAfter(
  root: Node,
  path: readonly string[],
  buttons: readonly Button[],
): Amounts | null {
  const next = walk(root, path)?.next;
  const marks = buttons
    .flatMap(({ id, amount }) => {
      const text = next?.get(id)?.text;
      return amount !== null && text ? [{ id, amount, text }] : [];
    })
    .sort((a, b) => a.amount - b.amount);
  const most = marks.at(-1);
  if (!most) return null;
  const stem = most.text.slice(0, -String(most.amount).length);
  return { marks, most: most.amount, text: (amount) => `${stem}${amount}` };
}
