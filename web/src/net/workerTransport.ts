/** A hall in a worker of this tab, over messages. */
import { here } from "$/lib/here.svelte";
import type { Line, Transport } from "$/net/transport";
import type { FromWorker, ToWorker } from "$/worker/messages";

type OnLine = Extract<FromWorker, { line: number }>;

interface Waiting {
  readonly resolve: (answer: Response) => void;
}

class WorkerLine implements Line {
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  readonly #post: (message: ToWorker) => void;
  readonly #line: number;

  constructor(line: number, post: (message: ToWorker) => void) {
    this.#line = line;
    this.#post = post;
  }
  send(text: string): void {
    this.#post({ kind: "say", line: this.#line, text });
  }
  close(code = 1000): void {
    this.#post({ kind: "close", line: this.#line });
    this.onclose?.({ code });
    this.onclose = null;
  }
}

/** What is known of the games without asking the hall: written when the site was built. */
async function fetchCatalogue(): Promise<ReadonlyMap<string, unknown>> {
  const answer = await fetch(here.file("catalogue.json"));
  return new Map(Object.entries((await answer.json()) as Record<string, unknown>));
}

export function workerTransport(): Transport {
  const waiting = new Map<number, Waiting>();
  const lines = new Map<number, WorkerLine>();
  let last = 0;

  const worker = new Worker(new URL("../worker/hall.ts", import.meta.url), { type: "module" });
  const post = (message: ToWorker) => worker.postMessage(message);
  post({ kind: "start", base: here.base, version: here.version });
  const catalogue = fetchCatalogue().catch(() => new Map<string, unknown>());

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === "answer") {
      const { id, status, headers, body } = data;
      // A status of 204 may have no body, not even an empty one.
      waiting.get(id)?.resolve(new Response(body || null, { status, headers }));
      waiting.delete(id);
    } else if ("line" in data) receive(lines, data);
    else here.receive(data);
  };
  worker.onerror = () => here.receive({ kind: "trouble", code: "broken" });

  return {
    request: async (method, path, body) => {
      const known = method === "GET" ? (await catalogue).get(path) : undefined;
      if (known !== undefined) return Response.json(known);
      const id = (last += 1);
      const text = body === undefined ? "" : JSON.stringify(body);
      return new Promise<Response>((resolve) => {
        waiting.set(id, { resolve });
        post({ kind: "request", id, method, path: `/api${path}`, body: text });
      });
    },
    open: (url) => {
      const number = (last += 1);
      const line = new WorkerLine(number, post);
      lines.set(number, line);
      const path = new URL(url).pathname;
      // The hall in the worker does not know which path of its host the page is under.
      post({ kind: "open", line: number, path: path.slice(path.lastIndexOf("/api/")) });
      return line;
    },
  };
}

function receive(lines: Map<number, WorkerLine>, data: OnLine): void {
  const line = lines.get(data.line);
  if (data.kind === "opened") line?.onopen?.();
  else if (data.kind === "message") line?.onmessage?.({ data: data.text });
  else {
    lines.delete(data.line);
    line?.onclose?.({ code: data.code });
  }
}
