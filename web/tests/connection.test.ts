import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionLost, Connection, type ConnectionState } from "$/net/connection";
import { backoff, socketAt, socketUrl } from "$/net/sockets";
import { PROTOCOL, type FromServer } from "$/protocol/generated";

/** A socket whose other end is the test. */
class Wire {
  static last: Wire;
  static all = 0;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  readonly sent: { kind: string; id: string; since?: number }[] = [];

  constructor(readonly url: string) {
    Wire.last = this;
    Wire.all += 1;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Wire["sent"][number]);
  }
  close(code: number) {
    this.onclose({ code });
  }
  receive(message: Partial<FromServer>) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const states: ConnectionState[] = [];
const times: [number, number][] = [];
let since = 0;

function opened(): Connection {
  const link = new Connection("ws://hall/socket", {
    join: () => ({ tokens: ["key"], since }),
    message: () => undefined,
    state: (state) => states.push(state),
    time: (now, sent) => times.push([now, sent]),
  });
  link.open();
  Wire.last.onopen();
  return link;
}

const welcome = (protocol = PROTOCOL) => Wire.last.receive({ kind: "welcome", protocol });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  states.length = 0;
  times.length = 0;
  since = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the line to a table", () => {
  it("joins first", () => {
    opened();
    expect(Wire.last.sent).toEqual([{ kind: "join", tokens: ["key"], since: 0 }]);
  });

  it("hands each answer to who asked", async () => {
    const link = opened();
    welcome();
    const first = link.ask({ kind: "ping" });
    const second = link.ask({ kind: "ping" });
    const [, one, two] = Wire.last.sent;
    Wire.last.receive({ kind: "pong", id: two?.id ?? "", now: 2 });
    Wire.last.receive({ kind: "pong", id: one?.id ?? "", now: 1 });
    expect(await first).toMatchObject({ now: 1 });
    expect(await second).toMatchObject({ now: 2 });
  });

  it("comes back by itself, tells where it was, and sends an unanswered move again", async () => {
    const link = opened();
    welcome();
    const answer = link.ask({ kind: "act", seat: 0, turn: 1, text: "take 2" });
    const { id } = Wire.last.sent[1] ?? { id: "" };
    since = 7;
    Wire.last.close(1006);
    expect(states.at(-1)?.kind).toBe("lost");
    vi.advanceTimersByTime(1000);
    Wire.last.onopen();
    expect(Wire.last.sent[0]).toMatchObject({ kind: "join", since: 7 });
    welcome();
    expect(Wire.last.sent[1]).toMatchObject({ kind: "act", id });
    Wire.last.receive({ kind: "accepted", id, version: 8 });
    expect(await answer).toMatchObject({ version: 8 });
  });

  it("does not repeat what must not be done twice", async () => {
    const link = opened();
    welcome();
    const answer = link.ask({ kind: "do", seat: 0, request: "resign", target: null });
    Wire.last.close(1006);
    await expect(answer).rejects.toBeInstanceOf(ConnectionLost);
  });

  it("refuses questions while the line is down", async () => {
    const link = opened();
    await expect(link.ask({ kind: "ping" })).rejects.toBeInstanceOf(ConnectionLost);
  });

  it("gives up where asking again is useless", () => {
    opened();
    const before = Wire.all;
    Wire.last.close(4404);
    vi.advanceTimersByTime(60_000);
    expect(states.at(-1)).toEqual({ kind: "ended", code: 4404 });
    expect(Wire.all).toBe(before);
  });

  describe("where the match is warm", () => {
    const warm = "ws://hall:8712/socket";

    async function opening(find: () => Promise<string | null>): Promise<Connection> {
      const link = new Connection("ws://hall/socket", {
        join: () => ({ since }),
        message: () => undefined,
        state: (state) => states.push(state),
        warm: find,
      });
      link.open();
      await vi.advanceTimersByTimeAsync(0);
      return link;
    }

    it("opens there, and again after the connection was lost", async () => {
      await opening(() => Promise.resolve(warm));
      expect(Wire.last.url).toBe(warm);
      Wire.last.onopen();
      welcome();
      Wire.last.close(1006);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(Wire.last.url).toBe(warm);
    });

    it.each([
      ["refuses", "ws://hall:8713/socket", () => Wire.last.close(4403)],
      ["is silent", "ws://hall:8714/socket", () => vi.advanceTimersByTime(2_000)],
    ])("opens the usual socket where that one %s", async (_, unreachable, happen) => {
      await opening(() => Promise.resolve(unreachable));
      expect(Wire.last.url).toBe(unreachable);
      happen();
      expect(Wire.last.url).toBe("ws://hall/socket");
      expect(states).toEqual([{ kind: "joining" }]);
      Wire.last.onopen();
      welcome();
      Wire.last.close(1006);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(Wire.last.url).toBe("ws://hall/socket");
    });

    it.each([
      ["any will do", () => Promise.resolve(null)],
      ["nobody knows", () => Promise.reject(new TypeError("no answer"))],
    ])("opens the usual socket where %s", async (_, find) => {
      await opening(find);
      expect(Wire.last.url).toBe("ws://hall/socket");
    });

    it("opens nothing after the page has left", async () => {
      const before = Wire.all;
      const link = await opening(() => new Promise((done) => setTimeout(() => done(warm), 100)));
      link.close();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(Wire.all).toBe(before);
    });

    it("has an address that the page may connect to", () => {
      const here = { href: "http://hall:8710/sub/", protocol: "http:", host: "hall:8710" };
      const at = (address: string) => socketAt(address, "m", here as Location);
      expect(at("http://hall:8712")).toBe("ws://hall:8712/sub/api/matches/m/socket");
      expect(at("http://hall:8710/")).toBeNull();
      expect(at("https://other.example")).toBeNull();
    });
  });

  it("waits as long as a stopping server asks", () => {
    opened();
    welcome();
    Wire.last.receive({ kind: "closing", retry: 5_000 });
    Wire.last.close(1012);
    expect(states.at(-1)).toEqual({ kind: "lost", retryIn: 5_000 });
  });

  it("notices a line that has gone silent", () => {
    opened();
    welcome();
    vi.advanceTimersByTime(20_000);
    expect(Wire.last.sent.at(-1)?.kind).toBe("ping");
    vi.advanceTimersByTime(10_000);
    expect(states.at(-1)?.kind).toBe("lost");
  });

  it("learns the server's time from the answer to a ping", async () => {
    const link = opened();
    welcome();
    const sent = performance.now();
    const done = link.ping();
    vi.advanceTimersByTime(40);
    Wire.last.receive({ kind: "pong", id: Wire.last.sent.at(-1)?.id ?? "", now: 5_000 });
    await done;
    expect(times).toEqual([[5_000, sent]]);
  });

  it("has the page loaded again, at most once a minute, for another protocol", () => {
    sessionStorage.clear();
    const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
    opened();
    welcome();
    expect(reload).not.toHaveBeenCalled();
    welcome(PROTOCOL + 1);
    welcome(PROTOCOL + 1);
    expect(reload).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 61_000);
    welcome(PROTOCOL + 1);
    expect(reload).toHaveBeenCalledTimes(2);
    reload.mockRestore();
  });

  it("is closed for good by the page", () => {
    const link = opened();
    link.close();
    const before = Wire.all;
    vi.advanceTimersByTime(60_000);
    link.now();
    expect(Wire.all).toBe(before);
  });
});

describe("waiting before the next try", () => {
  it("grows, and differs from page to page", () => {
    expect(backoff(0, 1)).toBe(250);
    expect(backoff(3, 1)).toBe(2_000);
    expect(backoff(20, 1)).toBe(8_000);
    expect(backoff(3, 0)).toBe(1_000);
  });
});

describe("the address of a table", () => {
  it("is as safe as the page", () => {
    const here = (href: string) => new URL(href) as unknown as Location;
    expect(socketUrl("a/b", here("https://hall.example/x"))).toBe(
      "wss://hall.example/api/matches/a%2Fb/socket",
    );
    expect(socketUrl("m", here("http://127.0.0.1:8710/"))).toBe(
      "ws://127.0.0.1:8710/api/matches/m/socket",
    );
  });
});
