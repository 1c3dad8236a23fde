/** The buttons of a scene, by group. */
import type { Button } from "$/protocol/generated";

export interface Group {
  readonly name: string;
  readonly buttons: readonly Button[];
  /** Few enough to stay visible beside the board. */
  readonly held: boolean;
}

/** More than this have a tab of their own. */
const HELD = 3;

/**
 * The buttons to show after the clicks so far. Left out are those that need other clicks first,
 * those that start a written move while another move has been started, and amounts, which have a
 * field of their own.
 */
export function groupButtons(
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

/** The names of the groups that have a tab of their own. Amounts have a field. */
export function namesOfLarge(buttons: readonly Button[]): readonly string[] {
  const groups = buttons.filter(({ amount }) => amount === null).map(({ group }) => group);
  return [...new Set(groups)].filter(
    (name) => groups.filter((group) => group === name).length > HELD,
  );
}
