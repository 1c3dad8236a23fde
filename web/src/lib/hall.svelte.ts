/** What all pages share: the person, the games, and announcements for screen readers. */
import { untrack } from "svelte";
import { isHere } from "$/lib/here.svelte";
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

/** A hall and its offline mode share what the browser stores, but not who the person is. */
const OWN = isHere ? "meadhall.here" : "meadhall";
/** Whether this device has a session. Scripts cannot read the session cookie itself. */
const KNOWN = `${OWN}.known`;
/** Whether this person had no unfinished match when the hall was last open. */
const IDLE = `${OWN}.idle`;

class Hall {
  person = $state.raw<Person | null>(null);
  games = $state.raw<readonly GameCard[]>([]);
  /** Why the games could not be fetched. */
  trouble = $state("");
  announced = $state("");
  #loading: Promise<void> | null = null;
  #listing: Promise<void> | null = null;

  /** Fetch the games and the person, once per page load. */
  load(): Promise<void> {
    this.#loading ??= this.#fetch();
    return this.#loading;
  }

  /** Fetch the games, which are there before a hall in this tab has started. */
  loadGames(): Promise<void> {
    this.#listing ??= this.#fetchGames();
    return this.#listing;
  }

  async #fetch(): Promise<void> {
    const who = this.wasKnown ? api.me().catch(() => null) : null;
    await this.loadGames();
    this.setPerson(await who);
  }

  async #fetchGames(): Promise<void> {
    try {
      this.games = await api.games();
      this.trouble = "";
    } catch (error) {
      this.trouble = errorText(error);
      this.#loading = this.#listing = null;
    }
  }

  /** Whether the server knew this device at the last visit. */
  get wasKnown(): boolean {
    return localStorage.getItem(KNOWN) !== null;
  }

  /** Whether unfinished matches may come, so that the hall keeps a place for them. */
  get mayHaveMatches(): boolean {
    return this.wasKnown && localStorage.getItem(IDLE) === null;
  }

  /** Remember for the next visit whether there are unfinished matches. */
  noteMatches(count: number): void {
    if (count > 0) localStorage.removeItem(IDLE);
    else localStorage.setItem(IDLE, "yes");
  }

  /** Remember who this is. */
  setPerson(person: Person | null): void {
    this.person = person;
    if (person) localStorage.setItem(KNOWN, "yes");
    else localStorage.removeItem(KNOWN);
  }

  /** The person; a guest with a random name where there is none yet. */
  async ensurePerson(): Promise<Person> {
    await this.load();
    const person = this.person ?? (await api.becomeGuest(guestName()));
    this.setPerson(person);
    return person;
  }

  game(slug: string): GameCard | undefined {
    return this.games.find((game) => game.slug === slug);
  }

  /** Announce to screen readers. A space makes them read the same text twice. */
  announce(text: string): void {
    untrack(() => (this.announced = this.announced === text ? `${text}\u00a0` : text));
  }
}

export const hall = new Hall();

/** The sentence to show for an error. */
export function errorText(error: unknown): string {
  if (error instanceof Failed) return error.message;
  return "Something went wrong on this page. Reloading it usually helps.";
}
