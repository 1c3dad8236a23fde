/** What all pages share: who one is, the games there are, and what has just been said aloud. */
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
    const who = api.me().catch(() => null);
    try {
      this.games = await api.games();
      this.trouble = "";
    } catch (error) {
      this.trouble = sentence(error);
      this.#arrival = null;
    }
    this.person = await who;
  }

  /** Nobody needs an account: whoever acts first without a name gets one. */
  async somebody(): Promise<Person> {
    await this.arrive();
    this.person ??= await api.rename(guestName());
    return this.person;
  }

  game(slug: string): GameCard | undefined {
    return this.games.find((game) => game.slug === slug);
  }

  /** Said to screen readers; the same words twice are still said. */
  announce(text: string): void {
    this.announced = this.announced === text ? `${text}\u00a0` : text;
  }
}

export const hall = new Hall();

/** Something that went wrong, in words for people. */
export function sentence(error: unknown): string {
  if (error instanceof Failed) return error.message;
  return "Something went wrong on this page. Reloading it usually helps.";
}
