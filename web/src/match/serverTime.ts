/**
 * The server's clock, estimated from the instants in its messages. Ours may run at any other time.
 *
 * A message was written before it arrived, and the answer to a question after the question was
 * sent. So messages say how far apart the clocks are at least, and answers also how far at most.
 */

/** Older messages count no more, because no two clocks run equally fast. */
const KEPT = 8;

export class ServerTime {
  /** Lower bounds of the server's clock minus ours. */
  #least: number[] = [];
  /** Upper bounds of it. */
  #most: number[] = [];

  /** A message that was written at that instant of the server's clock. */
  heard(now: number, received: number): void {
    this.#least = [...this.#least, now - received].slice(-KEPT);
  }

  /** The same message answers a question that was sent at that instant of our clock. */
  answered(now: number, sent: number): void {
    this.#most = [...this.#most, now - sent].slice(-KEPT);
  }

  /** A new connection: our clock may have stood still meanwhile. */
  reset(): void {
    this.#least = [];
    this.#most = [];
  }

  /** How far `at` may be off. */
  get error(): number {
    return Math.max(0, Math.min(...this.#most) - Math.max(...this.#least)) / 2;
  }

  /** The server's time at an instant of our clock. */
  at(instant: number): number {
    const least = Math.max(...this.#least);
    const most = Math.min(...this.#most);
    return instant + (most === Infinity ? least : (least + most) / 2);
  }
}
