/** The clocks of a table. They are known when a message arrives, before its motions are played. */
import { playedByClock } from "$/match/clock";
import { ServerTime } from "$/match/serverTime";
import type { ClockView, FromServer } from "$/protocol/generated";

/** An error of the server's time, in milliseconds, that nobody sees. */
const UNSEEN = 20;
/** How often to ask for the server's time until it is known so well, and how long to wait between. */
const MOST_PINGS = 12;
const PAUSE = 250;

export class TableClock {
  view = $state.raw<ClockView | null>(null);
  /** What was played for a player of this page whose time had run out, as the game tells it. */
  played = $state.raw<string | null>(null);
  readonly #time = new ServerTime();

  /** The server's time. */
  now(): number {
    return this.#time.at(performance.now());
  }

  receive(message: FromServer): void {
    if (message.kind === "welcome") this.#time.reset();
    if ("now" in message) this.#time.heard(message.now, performance.now());
    if (message.kind === "step") this.view = message.clock;
    else if ("table" in message) this.view = message.table.clock;
  }

  /** Before a message is shown: note what the clock played for that seat, if it did. */
  notePlayed(message: FromServer, seat: number | null): void {
    if (message.kind !== "step" || message.seat !== seat || seat === null) return;
    this.played = playedByClock(message, seat) ?? this.played;
  }

  /** The server answered a ping that was sent at that instant of our clock. */
  answered(now: number, sent: number): void {
    this.#time.answered(now, sent);
  }

  /** Ask for the server's time until it is known well: while the page is busy, answers wait. */
  async learnTime(ping: () => Promise<void>): Promise<void> {
    try {
      for (let asked = 0; asked < MOST_PINGS; asked++) {
        await ping();
        if (this.#time.error <= UNSEEN) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    } catch {
      // The connection was lost; the next welcome starts this again.
    }
  }
}
