import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Bots } from "$/worker/bots";

/** A worker whose answers come from the test. */
class Fake {
  onmessage: (event: { data: { answer?: string; error?: string } }) => void = () => undefined;
  onerror: () => void = () => undefined;
  readonly asked: unknown[] = [];
  ended = false;
  postMessage(line: unknown) {
    this.asked.push(line);
  }
  terminate() {
    this.ended = true;
  }
}

const started: Fake[] = [];
const employed = () =>
  new Bots(() => {
    const worker = new Fake();
    started.push(worker);
    return worker as unknown as Worker;
  });

beforeEach(() => {
  vi.useFakeTimers();
  started.length = 0;
});
afterEach(() => vi.useRealTimers());

it("asks one worker, and passes on its answers and failures", async () => {
  const bots = employed();
  const first = bots.think("one");
  started[0]?.onmessage({ data: { answer: "a move" } });
  expect(await first).toBe("a move");
  const second = bots.think("two");
  started[0]?.onmessage({ data: { error: "no idea" } });
  await expect(second).rejects.toThrow("no idea");
  expect(started.map((worker) => worker.asked)).toEqual([["one", "two"]]);
});

it("ends a thought that nobody needs within a second, and starts another worker", async () => {
  const bots = employed();
  const thought = bots.think("a long one");
  thought.catch(() => undefined);
  await bots.think("");
  vi.advanceTimersByTime(1_000);
  await expect(thought).rejects.toThrow("hurried");
  expect(started.map((worker) => worker.ended)).toEqual([true, false]);
});

it("keeps the worker whose answer comes in time", async () => {
  const bots = employed();
  const thought = bots.think("a short one");
  await bots.think("");
  started[0]?.onmessage({ data: { answer: "done" } });
  vi.advanceTimersByTime(5_000);
  expect(await thought).toBe("done");
  expect(started.map((worker) => worker.ended)).toEqual([false]);
});
