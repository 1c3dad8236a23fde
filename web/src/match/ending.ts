/** How a match ended, in words for its players. */
import type { TableModel } from "$/match/model";
import { listed, outcomeText } from "$/match/words";

export interface Ending {
  /** Who won. */
  readonly title: string;
  /** Why, in a sentence. */
  readonly reason: string;
  /** For each seat: won, lost or drew. */
  readonly words: readonly string[];
}

/** The ending of a finished match. */
export function endingOf({ table, seats }: TableModel): Ending | null {
  const { result } = table;
  if (!result) return null;
  const best = Math.max(...result.payoffs);
  const winners = table.seats.filter(({ seat }) => result.payoffs[seat] === best);
  const isDraw = winners.length === table.seats.length;
  return {
    title: isDraw ? drawTitle(best) : winnersTitle(winners, seats),
    reason: outcomeText(
      result,
      table.seats.map(({ name }) => name),
    ),
    words: table.seats.map(({ seat }) => resultWord(result.payoffs[seat] ?? 0, best, isDraw)),
  };
}

function drawTitle(best: number): string {
  return best < 0 ? "Nobody won" : "Draw";
}

function winnersTitle(
  winners: readonly { readonly seat: number; readonly name: string }[],
  mine: readonly number[],
): string {
  const [first] = winners;
  // At a shared device every player is "you", so names say more.
  if (winners.length === 1 && mine.length === 1 && first?.seat === mine[0]) return "You won!";
  return `${listed(winners.map(({ name }) => name))} won`;
}

function resultWord(payoff: number, best: number, isDraw: boolean): string {
  if (isDraw) return best < 0 ? "lost" : "drew";
  return payoff === best ? "won" : "lost";
}
