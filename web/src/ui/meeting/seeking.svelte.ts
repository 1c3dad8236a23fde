/** The person's search for players, as the hall's socket tells it. It goes on from page to page. */
import { errorText, hall } from "$/lib/hall.svelte";
import { router } from "$/lib/router.svelte";
import { sound } from "$/lib/sound";
import { onOpening } from "$/net/hallSocket";
import { meeting } from "$/net/people/people";
import { startSeek, takeFoundSeat } from "$/net/takeSeats";
import type { FoundMatch, NewSeek, SeekCard } from "$/protocol/generated";
import { foundText } from "$/ui/meeting/seekWords";

const SECOND = 1000;

/** Whether others were found than before. The same match may begin with others than at first. */
function isNew(before: FoundMatch | null | undefined, found: FoundMatch): boolean {
  if (before?.match !== found.match || before.agreed) return true;
  const names = ({ opponents }: FoundMatch) => opponents.map(({ name }) => name).join("\n");
  return names(before) !== names(found);
}

class Seeking {
  seek = $state.raw<SeekCard | null>(null);
  trouble = $state("");
  busy = $state(false);
  #now = $state(0);
  #at = 0;
  #ticks: ReturnType<typeof setInterval> | undefined;
  /** The match that this tab goes to when it begins. */
  #comes = "";

  /** Milliseconds since the search began. */
  get waited(): number {
    return (this.seek?.waited ?? 0) + Math.max(0, this.#now - this.#at);
  }

  /** Milliseconds that are left to agree. */
  get left(): number {
    return Math.max(0, (this.seek?.found?.left ?? 0) - Math.max(0, this.#now - this.#at));
  }

  receive(seek: SeekCard | null): void {
    const before = this.seek;
    this.seek = seek;
    this.#at = this.#now = performance.now();
    clearInterval(this.#ticks);
    if (seek === null) return;
    this.#ticks = setInterval(() => (this.#now = performance.now()), SECOND);
    const { found } = seek;
    if (!found) return;
    if (found.begun) {
      if (this.#comes === found.match) void this.arrive();
    } else if (!found.agreed) {
      if (isNew(before?.found, found)) {
        sound("turn");
        hall.announce(`Found: ${foundText(seek)}`);
      }
      // Who looks at the lobby has nothing else to do.
      if (!this.busy && router.route.page === "lobby" && document.visibilityState === "visible")
        void this.agree();
    }
  }

  /** Ask for the search, which may have ended while there was no socket. */
  async ask(): Promise<void> {
    if (this.seek === null) return;
    const before = this.#at;
    const { seek } = await meeting.mySeek();
    // What the socket has sent meanwhile is newer.
    if (this.#at === before) this.receive(seek);
  }

  start(wanted: NewSeek): Promise<void> {
    return this.#try(async () => {
      await hall.ensurePerson();
      this.receive((await startSeek(wanted)).seek);
    });
  }

  cancel(): Promise<void> {
    return this.#try(async () => {
      await meeting.cancelSeek();
      this.receive(null);
    });
  }

  agree(): Promise<void> {
    const match = this.seek?.found?.match ?? "";
    this.#comes = match;
    return this.#try(() => meeting.agree(match));
  }

  /** Go to the match that has begun. */
  arrive(): Promise<void> {
    const found = this.#comes || (this.seek?.found?.match ?? "");
    this.#comes = "";
    return this.#try(async () => {
      const seated = await takeFoundSeat(found);
      // Else another tab was quicker.
      if (seated) {
        this.receive(null);
        router.go("table", seated.match);
      }
    });
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await work();
    } catch (error) {
      this.trouble = errorText(error);
    } finally {
      this.busy = false;
    }
  }
}

export const seeking = new Seeking();
onOpening(() => void seeking.ask().catch(() => undefined)); // the next opening asks again
