/** A hall on a server, over HTTP and WebSocket, under any path: addresses are relative to the page. */
import type { Line, Transport } from "$/net/transport";

export const serverTransport: Transport = {
  request: (method, path, body) =>
    fetch(`api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  open: (url) => new WebSocket(url) as Line,
};
