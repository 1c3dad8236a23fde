/** Things to press that are no place, token or card, in their groups. */
import type { Button } from "$/protocol/generated";

export interface Group {
  readonly name: string;
  readonly buttons: readonly Button[];
  /** Few enough to stay in sight at the lower edge. */
  readonly held: boolean;
}

/** More than this would hide too much of the board. */
const HELD = 3;

/**
 * What can be pressed after the clicks so far, by group. What only makes sense after other clicks
 * comes when it is time, what one writes oneself when nothing else is begun; amounts have a field
 * of their own.
 */
export function grouped(
  buttons: readonly Button[],
  usable: ReadonlySet<string>,
  known: ReadonlySet<string>,
  chosen: readonly string[],
): readonly Group[] {
  const begun = chosen.length > 0;
  const shown = buttons.filter(({ id, amount, writes }) => {
    if (amount !== null || (begun && writes)) return false;
    return usable.has(id) || chosen.includes(id) || !known.has(id);
  });
  return [...new Set(shown.map((button) => button.group))].map((name) => {
    const all = buttons.filter((button) => button.group === name);
    const members = shown.filter((button) => button.group === name);
    return { name, buttons: members, held: all.length <= HELD };
  });
}
