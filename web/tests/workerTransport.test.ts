import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { here } from "$/lib/here.svelte";
import { workerTransport } from "$/net/workerTransport";
import type { Transport } from "$/net/transport";
import type { FromWorker, ToWorker } from "$/worker/messages";

class FakeWorker {
  static last: FakeWorker;
  onmessage: (event: { data: FromWorker }) => void = () => undefined;
  onerror: () => void = () => undefined;
  readonly heard: ToWorker[] = [];
  constructor() {
    FakeWorker.last = this;
  }
  postMessage(message: ToWorker) {
    this.heard.push(message);
  }
  tell(data: FromWorker) {
    this.onmessage({ data });
  }
}

let transport: Transport;
const worker = () => FakeWorker.last;
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const lastId = () => {
  const message = worker().heard.at(-1);
  return message?.kind === "request" ? message.id : -1;
};

beforeEach(() => {
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ "/games": ["known"] })));
  here.trouble = null;
  transport = workerTransport();
});
afterEach(() => vi.unstubAllGlobals());

it("answers what is known ahead itself, and asks the hall for the rest", async () => {
  expect(worker().heard[0]?.kind).toBe("start");
  expect(await (await transport.request("GET", "/games")).json()).toEqual(["known"]);
  const answer = transport.request("POST", "/games", { name: "Ulf" });
  await settle();
  expect(worker().heard.at(-1)).toEqual({
    kind: "request",
    id: lastId(),
    method: "POST",
    path: "/api/games",
    body: '{"name":"Ulf"}',
  });
  const headers = { "content-type": "application/json" };
  worker().tell({ kind: "answer", id: lastId(), status: 409, headers, body: '{"code":"NO"}' });
  expect((await answer).status).toBe(409);
  expect(await (await answer).json()).toEqual({ code: "NO" });
});

it("takes an answer without a body, which only an empty one may have", async () => {
  const answer = transport.request("DELETE", "/session");
  await settle();
  expect(worker().heard.at(-1)).toMatchObject({ body: "" });
  worker().tell({ kind: "answer", id: lastId(), status: 204, headers: {}, body: "" });
  expect((await answer).status).toBe(204);
});

it("asks the hall for everything where the catalogue did not come", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  transport = workerTransport();
  void transport.request("GET", "/games");
  await settle();
  expect(worker().heard.at(-1)).toMatchObject({ path: "/api/games", method: "GET" });
});

it("carries lines as sockets do", () => {
  const events: string[] = [];
  const line = transport.open("ws://hall/api/matches/m/socket");
  line.onopen = () => events.push("open");
  line.onmessage = ({ data }) => events.push(data);
  line.onclose = ({ code }) => events.push(`closed ${code}`);
  const opened = worker().heard.at(-1);
  expect(opened).toMatchObject({ kind: "open", path: "/api/matches/m/socket" });
  const number = opened?.kind === "open" ? opened.line : -1;
  worker().tell({ kind: "opened", line: number });
  worker().tell({ kind: "message", line: number, text: "hello" });
  line.send("hey");
  expect(worker().heard.at(-1)).toEqual({ kind: "say", line: number, text: "hey" });
  worker().tell({ kind: "closed", line: number, code: 1012 });
  worker().tell({ kind: "message", line: number, text: "late" });
  expect(events).toEqual(["open", "hello", "closed 1012"]);
});

it("closes a line from this end once", () => {
  const codes: number[] = [];
  const line = transport.open("ws://hall/api/hall/socket");
  line.onclose = ({ code }) => codes.push(code);
  line.close(4000);
  line.close();
  expect(codes).toEqual([4000]);
  expect(worker().heard.at(-1)).toMatchObject({ kind: "close" });
});

it("says how the hall is", () => {
  worker().tell({ kind: "progress", done: 1, total: 4 });
  expect([here.ready, here.percent]).toEqual([false, 25]);
  worker().tell({ kind: "trouble", code: "other-tab" });
  expect(here.isStuck).toBe(true);
  worker().tell({ kind: "ready", milliseconds: 7 });
  expect([here.ready, here.took, here.trouble]).toEqual([true, 7, null]);
  worker().tell({ kind: "trouble", code: "storage-full" });
  expect([here.isStuck, here.trouble]).toEqual([false, "storage-full"]);
  worker().tell({ kind: "recovered" });
  expect(here.trouble).toBeNull();
  worker().onerror();
  expect(here.trouble).toBe("broken");
});
