/** The second worker, in which bots think. It is started again where it has to be ended. */

interface Question {
  readonly line: string;
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
}

/** How long an answer that nobody needs any more is waited for, in milliseconds. */
const HURRY = 1_000;

export class Bots {
  readonly #start: () => Worker;
  #worker: Worker | null = null;
  #asked: Question | null = null;
  #hurry: ReturnType<typeof setTimeout> | undefined;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Start the worker ahead of the first question: it takes a second or two. */
  warmUp(): void {
    this.#worker ??= this.#employ();
  }

  /** The answer to a question. An empty one says that the last answer is no longer needed. */
  think(line: string): Promise<string> {
    if (line === "") {
      this.#hurry ??= setTimeout(() => this.#end("hurried"), HURRY);
      return Promise.resolve("");
    }
    return new Promise((resolve, reject) => {
      this.#asked = { line, resolve, reject };
      this.warmUp();
      this.#worker?.postMessage(line);
    });
  }

  #employ(): Worker {
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<{ answer?: string; error?: string }>) => {
      const asked = this.#settle();
      if (data.answer === undefined) asked?.reject(new Error(data.error ?? "no answer"));
      else asked?.resolve(data.answer);
    };
    worker.onerror = () => this.#end("the worker of the bots failed");
    return worker;
  }

  #settle(): Question | null {
    clearTimeout(this.#hurry);
    this.#hurry = undefined;
    const asked = this.#asked;
    this.#asked = null;
    return asked;
  }

  #end(why: string): void {
    const asked = this.#settle();
    if (asked === null) return;
    this.#worker?.terminate();
    this.#worker = null;
    asked.reject(new Error(why));
    if (why === "hurried") this.warmUp();
  }
}
