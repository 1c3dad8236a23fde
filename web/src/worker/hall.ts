/**
 * The worker of a tab. One tab of the device is the host: it runs the hall, for all of them. The
 * others pass on what their pages ask. When the host is closed, another tab takes its place.
 */
import { Host } from "$/worker/host";
import type { Asked, FromWorker, ToWorker } from "$/worker/messages";

const LOCK = "meadhall.host";
const UNAVAILABLE = 503;
const MOVED = 1012;

type OnChannel =
  | { readonly to: "host"; readonly tab: string; readonly version: string; readonly message: Asked }
  | { readonly to: "tab"; readonly tab: string; readonly message: FromWorker }
  | { readonly to: "all"; readonly moved: true };

const tab = crypto.getRandomValues(new Uint32Array(4)).join("-");
const channel = new BroadcastChannel("meadhall");
let locks: LockManager | null = null;
/** What this page waits for at another tab's hall. */
const pending = new Map<number, Asked & { kind: "request" }>();
const lines = new Set<number>();
const known = new Set<string>();
/** What came before it was known which tab is the host; `null` from then on. */
let early: Asked[] | null = [];
let host: Host | null = null;
let start: (ToWorker & { kind: "start" }) | null = null;

/** The browser's locks; none where the page may store nothing, or is not secure. */
async function allowedLocks(): Promise<LockManager | null> {
  try {
    const { locks: found } = navigator as { locks?: LockManager };
    await found?.query();
    return found ?? null;
  } catch {
    return null;
  }
}

function tellPage(message: FromWorker): void {
  if (message.kind === "answer") pending.delete(message.id);
  postMessage(message);
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "start") {
    start = data;
    void elect();
    return;
  }
  if (data.kind === "request") pending.set(data.id, data);
  if (data.kind === "open") lines.add(data.line);
  if (data.kind === "close") lines.delete(data.line);
  pass(data);
};

function pass(message: Asked): void {
  if (early) early.push(message);
  else if (host) void host.take(tab, message, tellPage);
  else {
    const version = start?.version ?? "";
    channel.postMessage({ to: "host", tab, version, message } satisfies OnChannel);
  }
}

channel.onmessage = ({ data }: MessageEvent<OnChannel>) => {
  if (data.to === "tab" && data.tab === tab) tellPage(data.message);
  else if (data.to === "all") onMoved();
  else if (data.to === "host" && host) {
    watch(data.tab);
    const answer = (message: FromWorker) =>
      channel.postMessage({ to: "tab", tab: data.tab, message } satisfies OnChannel);
    // Two versions may mean different things by the same message.
    if (data.version === start?.version) void host.take(data.tab, data.message, answer);
    else answer({ kind: "trouble", code: "other-tab" });
  }
};

/** Notice when another tab is closed: each holds a lock of its own name. */
function watch(other: string): void {
  if (known.has(other) || !locks) return;
  known.add(other);
  void locks.request(`meadhall.tab.${other}`, () => host?.forget(other));
}

/** Become the host, at once or when the tab that is the host is closed. */
async function elect(): Promise<void> {
  locks = await allowedLocks();
  if (!locks) {
    becomeHost();
    return;
  }
  void locks.request(`meadhall.tab.${tab}`, () => new Promise(() => undefined));
  await locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (!lock) return Promise.resolve();
    becomeHost();
    return new Promise(() => undefined);
  });
  postMessage({ kind: "elsewhere" } satisfies FromWorker);
  passEarly();
  await locks.request(LOCK, () => {
    becomeHost();
    channel.postMessage({ to: "all", moved: true } satisfies OnChannel);
    onMoved();
    return new Promise(() => undefined);
  });
}

function becomeHost(): void {
  if (start) host = new Host(start.base, start.version, tellPage);
  passEarly();
}

function passEarly(): void {
  const waiting = early ?? [];
  early = null;
  waiting.forEach(pass);
}

/** Another tab is the host now, or this one: come back, and ask again what can be asked twice. */
function onMoved(): void {
  for (const line of lines) tellPage({ kind: "closed", line, code: MOVED });
  lines.clear();
  for (const message of pending.values()) {
    if (message.method === "GET") pass(message);
    else tellPage(busy(message.id));
  }
}

function busy(id: number): FromWorker {
  const problem = { code: "BUSY", detail: "The hall has moved to another tab. Try again." };
  return {
    kind: "answer",
    id,
    status: UNAVAILABLE,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(problem),
  };
}
