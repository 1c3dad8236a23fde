/** What waits for the person at matches with others. It is kept up to date by the hall's socket. */
import { api } from "$/net/http";
import { merged } from "$/ui/inbox/inboxOrder";
import type { ChallengeCard, ChallengeNews, InboxCard, InboxChange } from "$/protocol/generated";

class Inbox {
  entries = $state.raw<readonly InboxCard[]>([]);
  /** Open challenges of the person, the newest first. */
  challenges = $state.raw<readonly ChallengeCard[]>([]);
  /** At how many matches it is the person's turn. */
  turns = $state(0);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = $state(0);
  /** Where the list goes on; `null` where it is whole. */
  next = $state<string | null>(null);
  loaded = $state(false);

  /** Ask for everything; called whenever a socket opens, which may have missed changes. */
  async load(): Promise<void> {
    const [found, open] = await Promise.all([
      api.inbox().catch(() => null),
      api.challenges().catch(() => null),
    ]);
    if (open) this.challenges = open.challenges;
    if (!found) return;
    this.entries = found.entries;
    this.turns = found.turns;
    this.ahead = found.now - Date.now();
    this.next = found.next;
    this.loaded = true;
  }

  async more(): Promise<void> {
    if (this.next === null) return;
    const found = await api.inbox(this.next);
    this.entries = merged(this.entries, found.entries, []);
    this.next = found.next;
  }

  receive(change: InboxChange | ChallengeNews): void {
    if (change.kind === "challenges") {
      this.challenges = change.challenges;
      return;
    }
    this.entries = merged(this.entries, change.put, change.gone);
    this.turns = change.turns;
  }

  /** How many challenges wait for the person's answer. */
  get asked(): number {
    return this.challenges.filter((challenge) => !challenge.mine).length;
  }

  forget(): void {
    this.entries = [];
    this.challenges = [];
    this.turns = 0;
    this.next = null;
    this.loaded = false;
  }

  /** The most urgent match where it is the person's turn, apart from the one that is open. */
  nextTurn(open: string): InboxCard | undefined {
    return this.entries.find((card) => card.urgency === "turn" && card.match !== open);
  }
}

export const inbox = new Inbox();
