import { afterEach, expect, it, vi } from "vitest";
import { BootError, bootPython } from "$/worker/python";

const boot = () =>
  bootPython("http://hall/", "1", () => undefined).then(
    () => "started",
    (error: unknown) => (error instanceof BootError ? error.trouble : String(error)),
  );
const site = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", answer);

afterEach(() => vi.unstubAllGlobals());

it("needs WebAssembly", async () => {
  vi.stubGlobal("WebAssembly", undefined);
  expect(await boot()).toBe("no-webassembly");
});

it("does not start without the list of files, or with half of it", async () => {
  site(() => Promise.reject(new TypeError("offline")));
  expect(await boot()).toBe("not-whole");
  site(() => Promise.resolve(new Response("", { status: 404 })));
  expect(await boot()).toBe("not-whole");
  site(() => Promise.resolve(new Response('{"version": "1", "pyth')));
  expect(await boot()).toBe("not-whole");
});

it("does not start with the files of another version", async () => {
  site(() => Promise.resolve(Response.json({ version: "2", python: {} })));
  expect(await boot()).toBe("other-version");
});
