/** What all pages share: who one is, the games there are, and what has just been said aloud. */
import { untrack } from "svelte";
import { api, Failed } from "$/net/http";
import type { GameCard, Person } from "$/protocol/generated";

const NAMES = [
  "Astrid", "Bjorn", "Dagny", "Eirik", "Frida", "Gunnar", "Hilda", "Ivar", "Kari", "Leif",
  "Maren", "Njal", "Runa", "Sigrid", "Torsten", "Ulf", "Yrsa",
]; // prettier-ignore

function guestName(): string {
  const name = NAMES[Math.floor(Math.random() * NAMES.length)] ?? "Guest";
  return `${name} ${Math.floor(Math.random() * 90) + 10}`;
}

/** Whether the server has met this device; the session itself is a cookie no script can read. */
const KNOWN = "meadhall.known";

class Hall {
  person = $state.raw<Person | null>(null);
  games = $state.raw<readonly GameCard[]>([]);
  /** Why the games could not be fetched. */
  trouble = $state("");
  announced = $state("");
  #arrival: Promise<void> | null = null;

  /** Once per page load: the games, and who one was the last time. */
  arrive(): Promise<void> {
    this.#arrival ??= this.#fetch();
    return this.#arrival;
  }

  async #fetch(): Promise<void> {
    const who = localStorage.getItem(KNOWN) ? api.me().catch(() => null) : null;
    try {
      this.games = await api.games();
      this.trouble = "";
    } catch (error) {
      this.trouble = sentence(error);
      this.#arrival = null;
    }
    this.meet(await who);
  }

  /** From now on this is who one is. */
  meet(person: Person | null): void {
    this.person = person;
    if (person) localStorage.setItem(KNOWN, "yes");
    else localStorage.removeItem(KNOWN);
  }

  /** Nobody needs an account: whoever acts first without a name gets one. */
  async somebody(): Promise<Person> {
    await this.arrive();
    const person = this.person ?? (await api.becomeGuest(guestName()));
    this.meet(person);
    return person;
  }

  game(slug: string): GameCard | undefined {
    return this.games.find((game) => game.slug === slug);
  }

  /** Said to screen readers; the same words twice are still said. */
  announce(text: string): void {
    untrack(() => (this.announced = this.announced === text ? `${text}\u00a0` : text));
  }
}

export const hall = new Hall();

/** Something that went wrong, in words for people. */
export function sentence(error: unknown): string {
  if (error instanceof Failed) return error.message;
  return "Something went wrong on this page. Reloading it usually helps.";
}
