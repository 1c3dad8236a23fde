/** The port through which the page reaches its hall: a server, or a worker of this very tab. */
import { serverTransport } from "$/net/serverTransport";
import { workerTransport } from "$/net/workerTransport";
import { isHere } from "$/lib/here.svelte";

/** A connection to a table or to the hall: what the page uses of a WebSocket. */
export interface Line {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send: (text: string) => void;
  close: (code?: number) => void;
}

export interface Transport {
  /** Ask for something under `/api`. Throws `TypeError` where no hall answers. */
  readonly request: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** Open the line at that address. */
  readonly open: (url: string) => Line;
}

export const transport: Transport = isHere ? workerTransport() : serverTransport;
