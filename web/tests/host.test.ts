import { beforeEach, expect, it, vi } from "vitest";
import { Host } from "$/worker/host";
import type { State, Told } from "$/worker/messages";
import { bootPython, BootError } from "$/worker/python";

type ToPage = (line: number, kind: string, text: string, code: number) => void;

/** The hall in Python, of which the test sees what it was asked. */
const asked: unknown[][] = [];
let toPage: ToPage = () => undefined;
const hall = {
  answer: (...parts: string[]) => {
    asked.push(["answer", ...parts]);
    return Promise.resolve(JSON.stringify([200, {}, "[]"]));
  },
  open_line: (...parts: unknown[]) => asked.push(["open", ...parts]),
  say: (...parts: unknown[]) => asked.push(["say", ...parts]),
  close_line: (...parts: unknown[]) => asked.push(["close", ...parts]),
};

vi.mock("$/worker/storage", () => ({ openStorage: () => Promise.resolve({}) }));
vi.mock("$/worker/python", async (original) => ({
  ...(await original<typeof import("$/worker/python")>()),
  bootPython: vi.fn(),
}));

const states: State[] = [];
const told: [string, Told][] = [];
const tell = (tab: string) => (message: Told) => told.push([tab, message]);
const request = { kind: "request", id: 1, method: "GET", path: "/api/games", body: "" } as const;

beforeEach(() => {
  asked.length = states.length = told.length = 0;
  vi.stubGlobal(
    "Worker",
    class {
      postMessage() {
        // The thinker is not needed here.
      }
    },
  );
  vi.mocked(bootPython).mockResolvedValue({
    runPython: () => (_: unknown, send: ToPage) => {
      toPage = send;
      return Promise.resolve(hall);
    },
    unpackArchive: () => undefined,
    FS: { writeFile: () => undefined },
  });
});

it("gives every line a number of its own, whatever the tabs call them", async () => {
  const host = new Host("/", "1", (state) => states.push(state));
  await host.take("a", { kind: "open", line: 5, path: "/one" }, tell("a"));
  await host.take("b", { kind: "open", line: 5, path: "/two" }, tell("b"));
  await host.take("b", { kind: "say", line: 5, text: "hey" }, tell("b"));
  await host.take("a", { kind: "say", line: 6, text: "nobody" }, tell("a"));
  expect(asked).toEqual([
    ["open", 1, "/one"],
    ["open", 2, "/two"],
    ["say", 2, "hey"],
  ]);
  toPage(1, "message", "hello", 0);
  toPage(2, "closed", "", 4404);
  toPage(2, "message", "late", 0);
  expect(told.slice(2)).toEqual([
    ["a", { kind: "message", line: 5, text: "hello" }],
    ["b", { kind: "closed", line: 5, code: 4404 }],
  ]);
  expect(states.at(-1)?.kind).toBe("ready");
});

it("closes the lines of a tab that is gone, and no other", async () => {
  const host = new Host("/", "1", () => undefined);
  await host.take("a", { kind: "open", line: 1, path: "/one" }, tell("a"));
  await host.take("b", { kind: "open", line: 1, path: "/two" }, tell("b"));
  await host.forget("a");
  expect(asked.slice(2)).toEqual([["close", 1]]);
  await host.take("b", { kind: "close", line: 1 }, tell("b"));
  expect(asked.slice(3)).toEqual([["close", 2]]);
});

it("answers requests", async () => {
  const host = new Host("/", "1", () => undefined);
  await host.take("a", request, tell("a"));
  expect(asked).toEqual([["answer", "GET", "/api/games", ""]]);
  expect(told).toEqual([["a", { kind: "answer", id: 1, status: 200, headers: {}, body: "[]" }]]);
});

for (const [error, code] of [
  [new BootError("not-whole"), "not-whole"],
  [new Error("anything"), "broken"],
] as const)
  it(`says that it did not open, and why: ${code}`, async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.mocked(bootPython).mockRejectedValue(error);
    const host = new Host("/", "1", (state) => states.push(state));
    await host.take("a", { kind: "open", line: 1, path: "/one" }, tell("a"));
    await host.take("a", request, tell("a"));
    expect(told).toEqual([["a", expect.objectContaining({ id: 1, status: 503 })]]);
    expect(states).toEqual([{ kind: "trouble", code }]);
  });
