/** The hall of this device: Python with the server's own parts, asked by one tab or several. */
import { Bots } from "$/worker/bots";
import type { Asked, State, Told } from "$/worker/messages";
import { BootError, bootPython } from "$/worker/python";
import { openStorage } from "$/worker/storage";

/** The hall in Python; see `meadhall/site/hall.py`. */
interface Hall {
  answer: (method: string, path: string, body: string) => Promise<string>;
  open_line: (line: number, path: string) => void;
  say: (line: number, text: string) => void;
  close_line: (line: number) => void;
}
type Reply = [status: number, headers: Record<string, string>, body: string];

type Open = (...parts: unknown[]) => Promise<Hall>;
type Tell = (message: Told) => void;

const UNAVAILABLE = 503;

export class Host {
  readonly #report: (state: State) => void;
  readonly #ready: Promise<Hall>;
  /** Who has a line, and its number there. */
  readonly #lines = new Map<number, { tab: string; line: number; tell: Tell }>();
  #last = 0;

  constructor(base: string, version: string, report: (state: State) => void) {
    this.#report = report;
    this.#ready = this.#open(base, version);
    this.#ready.catch((error: unknown) => {
      console.error("The hall did not open:", error, error instanceof Error ? error.cause : ""); // for whoever is asked for help
      report({ kind: "trouble", code: error instanceof BootError ? error.trouble : "broken" });
    });
  }

  /** Do what a tab asks. */
  async take(tab: string, message: Asked, tell: Tell): Promise<void> {
    const hall = await this.#ready.catch(() => null);
    if (hall === null) {
      refuse(message, tell);
      return;
    }
    if (message.kind === "request") {
      await this.#answer(hall, message, tell);
    } else if (message.kind === "open") {
      const number = (this.#last += 1);
      this.#lines.set(number, { tab, line: message.line, tell });
      tell({ kind: "opened", line: message.line });
      hall.open_line(number, message.path);
    } else {
      const number = this.#find(tab, message.line);
      if (number === undefined) return;
      if (message.kind === "say") hall.say(number, message.text);
      else this.#close(hall, number);
    }
  }

  /** Close the lines of a tab that is gone. */
  async forget(tab: string): Promise<void> {
    const hall = await this.#ready;
    for (const [number, known] of this.#lines) if (known.tab === tab) this.#close(hall, number);
  }

  #find(tab: string, line: number): number | undefined {
    for (const [number, known] of this.#lines)
      if (known.tab === tab && known.line === line) return number;
    return undefined;
  }

  #close(hall: Hall, number: number): void {
    this.#lines.delete(number);
    hall.close_line(number);
  }

  async #answer(hall: Hall, message: Asked & { kind: "request" }, tell: Tell): Promise<void> {
    const text = await hall.answer(message.method, message.path, message.body);
    const [status, headers, body] = JSON.parse(text) as Reply;
    tell({ kind: "answer", id: message.id, status, headers, body });
  }

  #toPage(number: number, kind: string, text: string, code: number): void {
    const known = this.#lines.get(number);
    if (kind === "message") known?.tell({ kind: "message", line: known.line, text });
    else {
      this.#lines.delete(number);
      known?.tell({ kind: "closed", line: known.line, code });
    }
  }

  async #open(base: string, version: string): Promise<Hall> {
    const began = performance.now();
    const storage = openStorage((code) => this.#report({ kind: "trouble", code }));
    const python = await bootPython(base, version, (done, total) =>
      this.#report({ kind: "progress", done, total }),
    );
    const bots = new Bots(() => {
      const worker = new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" });
      worker.postMessage({ base, version });
      return worker;
    });
    const open = python.runPython("from meadhall.site.hall import open_here\nopen_here") as Open;
    const hall = await open(
      await storage,
      (number: number, kind: string, text: string, code: number) =>
        this.#toPage(number, kind, text, code),
      (line: string) => bots.think(line),
    );
    this.#report({ kind: "ready", milliseconds: Math.round(performance.now() - began) });
    bots.warmUp();
    return hall;
  }
}

/** Where Python does not run, a request is answered all the same. */
function refuse(message: Asked, tell: Tell): void {
  if (message.kind !== "request") return;
  const problem = { code: "NO_HALL", detail: "The hall did not open on this device." };
  tell({
    kind: "answer",
    id: message.id,
    status: UNAVAILABLE,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(problem),
  });
}
