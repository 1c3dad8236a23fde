/** Sentences about a match, the same on every page. */
import type { Outcome, OptionSpec, Table } from "$/protocol/generated";

/** `lastStanding` as `last standing`. */
export function unwound(word: string): string {
  return word.replace(/[_-]/g, " ").replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => {
    return `${a} ${b.toLowerCase()}`;
  });
}

/** `Ann won (throne)`, `a draw (repetition)`. */
export function outcomeText(result: Outcome, names: readonly string[]): string {
  const best = Math.max(...result.payoffs);
  const winners = names.filter((_, seat) => result.payoffs[seat] === best);
  const why = `(${unwound(result.reason)})`;
  if (winners.length === names.length || winners.length === 0) {
    return best < 0 ? `nobody won ${why}` : `a draw ${why}`;
  }
  return `${listed(winners)} won ${why}`;
}

/** `Ann, Bob and Cy`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${last}` : last;
}

/** Whose turn it is, for one who holds these seats. */
export function turnText(table: Table, mine: readonly number[]): string {
  if (table.phase === "open") return "Waiting for players";
  if (table.result) {
    const text = outcomeText(
      table.result,
      table.seats.map((seat) => seat.name),
    );
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  const asked = table.to_act;
  const others = asked.filter((seat) => !mine.includes(seat));
  const names = listed(others.map((seat) => table.seats[seat]?.name ?? `seat ${seat + 1}`));
  if (others.length === asked.length) return `Waiting for ${names}`;
  if (mine.length > 1 && !mine.every((seat) => asked.includes(seat))) {
    const [seat = 0] = asked.filter((one) => mine.includes(one));
    return `${table.seats[seat]?.name ?? "You"} to move`;
  }
  return others.length > 0 ? `Your turn, together with ${names}` : "Your turn";
}

/** `draw_after_rounds` as `Draw after rounds`. */
export function optionName(option: Pick<OptionSpec, "name">): string {
  const words = unwound(option.name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
