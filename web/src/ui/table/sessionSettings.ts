/** What a session at a table is given. */
import type { TableModel } from "$/match/model";

export interface SessionSettings {
  readonly match: string;
  readonly name?: string;
  /** Whether this game hides something, so that the board is covered between two players. */
  readonly hidden: () => boolean;
  readonly announce: (sentences: readonly string[]) => void;
  readonly goToRematch: (match: string) => void;
  /** The table as it was last seen, to be shown until the hall answers. */
  readonly first?: TableModel | undefined;
  /** Called with the table whenever it has changed. */
  readonly note?: ((model: TableModel) => void) | undefined;
}
