/** The table that was last open, so that a reload shows its board before the hall is there. */
import type { TableModel } from "$/match/model";

export interface LastTable {
  readonly game: string;
  readonly model: TableModel;
}

const PLACE = "meadhall.table";
const MOST_ENTRIES = 60;

/** Note the table as it is now; nothing where one player of this device must not see it. */
export function noteTable(game: string, hidden: boolean, model: TableModel): void {
  if (hidden && model.seats.length > 1) {
    localStorage.removeItem(PLACE);
    return;
  }
  const seatViews = model.seatViews.map((view) => ({
    ...view,
    moves: [], // nothing can be played before the hall is there
    log: view.log.slice(-MOST_ENTRIES),
  }));
  try {
    const last: LastTable = { game, model: { ...model, seatViews, chat: [], thinking: {} } };
    localStorage.setItem(PLACE, JSON.stringify(last));
  } catch {
    localStorage.removeItem(PLACE); // no room: the board comes with the hall
  }
}

/** The table as it was, if it was the last one and can be read. */
export function lastTable(match: string): LastTable | null {
  try {
    const last = JSON.parse(localStorage.getItem(PLACE) ?? "null") as LastTable | null;
    return last?.model.table.match === match ? last : null;
  } catch {
    return null;
  }
}
