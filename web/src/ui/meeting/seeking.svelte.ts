/** The person's search for players, as the hall's socket tells it. It goes on from page to page. */
import { errorText, hall } from "$/lib/hall.svelte";
import { router } from "$/lib/router.svelte";
import { sound } from "$/lib/sound";
import { Failed } from "$/net/http";
import { meeting } from "$/net/people/people";
import { startSeek, takeFoundSeat } from "$/net/takeSeats";
import type { NewSeek, SeekCard } from "$/protocol/generated";
import { foundText } from "$/ui/meeting/seekWords";

const SECOND = 1000;

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
    } else if (before?.found?.match !== found.match) {
      sound("turn");
      hall.announce(`Found: ${foundText(seek)}`);
      // Who looks at the lobby has nothing else to do.
      if (router.route.page === "lobby" && document.visibilityState === "visible")
        void this.agree();
    }
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
    this.#comes = "";
    return this.#try(async () => {
      try {
        const { match } = await takeFoundSeat();
        this.receive(null);
        router.go("table", match);
      } catch (error) {
        // Another tab was quicker.
        if (!(error instanceof Failed && error.status === 404)) throw error;
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
