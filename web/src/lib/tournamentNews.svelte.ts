/** What the hall's socket says about tournaments: calls to the next match, and changes of a page. */
import type { TournamentCall, TournamentChange } from "$/protocol/generated";

/** The page of a tournament that somebody looks at. */
export interface TournamentReader {
  /** A socket is being opened: what came before is to be asked for. */
  load: () => Promise<void>;
  receive: (change: TournamentChange) => void;
}

class TournamentNews {
  /** The tournament that is looked at; empty for none. */
  watched = $state("");
  /** The last match that the person was called to. */
  call = $state.raw<TournamentCall | null>(null);
  #reader: TournamentReader | null = null;

  /** Be told what changes in a tournament, until the returned function is called. */
  watch(tournament: string, reader: TournamentReader): () => void {
    this.watched = tournament;
    this.#reader = reader;
    return () => {
      if (this.#reader !== reader) return;
      this.#reader = null;
      this.watched = "";
    };
  }

  /** What the hall's socket is asked for. */
  get asked(): Readonly<Record<string, string>> {
    return this.watched === "" ? {} : { tournament: this.watched };
  }

  opened(): void {
    void this.#reader?.load();
  }

  receive(message: TournamentCall | TournamentChange): void {
    if (message.kind === "call") this.call = message;
    else if (message.id === this.watched) this.#reader?.receive(message);
  }
}

export const tournamentNews = new TournamentNews();
