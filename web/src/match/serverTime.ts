/** The server's clock, estimated from the instants in its messages. Ours may run at any other time. */

interface Sample {
  /** The server's clock minus ours. */
  readonly offset: number;
  /** How far the offset may be off: half of the way there and back. */
  readonly error: number;
}

/** Older answers count no more, because no two clocks run equally fast. */
const KEPT = 8;

export class ServerTime {
  #samples: Sample[] = [];
  /** From messages whose way took an unknown time: the offset is at least this. */
  #least = -Infinity;

  /** A message that was written at that instant of the server's clock. */
  heard(now: number, received: number): void {
    this.#least = Math.max(this.#least, now - received);
  }

  /** The answer to a question: it was written between these instants of our clock. */
  answered(now: number, sent: number, received: number): void {
    const sample = { offset: now - (sent + received) / 2, error: (received - sent) / 2 };
    this.#samples = [...this.#samples, sample].slice(-KEPT);
  }

  /** A new connection: our clock may have stood still meanwhile. */
  reset(): void {
    this.#samples = [];
    this.#least = -Infinity;
  }

  /** The server's time at an instant of our clock. */
  at(instant: number): number {
    const [best] = [...this.#samples].sort((one, other) => one.error - other.error);
    return instant + (best?.offset ?? this.#least);
  }
}
