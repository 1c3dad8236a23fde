/** What a seat is doing, in a few words. */
import type { TableModel } from "$/match/model";
import type { SeatCard } from "$/protocol/generated";

/** The state of a seat: the first of these that applies. */
export function seatState(model: TableModel, seat: SeatCard): string {
  const own = model.seats.includes(seat.seat);
  const asked = model.table.to_act;
  // In a duel there is room to say so. In larger matches, frames show who is to move.
  const waits =
    model.table.seats.length === 2 &&
    asked.length > 0 &&
    asked.every((one) => model.seats.includes(one));
  const words: [boolean, string][] = [
    [seat.left, "left"],
    [seat.kind === "open", "open seat"],
    [model.thinking[seat.seat]?.done === false, "thinking…"],
    [seat.kind === "bot" && waits, `computer, ${seat.level}, waits for you`],
    [seat.kind === "bot", `computer, ${seat.level}`],
    [(model.table.clock.vacations[seat.seat] ?? 0) > 0, "on vacation"],
    [!seat.here && !own, "away"],
    [waits && !own, "waits for you"],
    [model.table.phase === "open", seat.ready ? "ready" : "not ready"],
    [own, "you"],
  ];
  return words.find(([holds]) => holds)?.[1] ?? "";
}
