/** Python in a worker: fetches the runtime, checks that it is whole, and starts it. */
import type { Trouble } from "$/worker/messages";

/** What is used of Pyodide. */
export interface Python {
  readonly runPython: (code: string) => unknown;
  readonly unpackArchive: (archive: ArrayBuffer, format: string) => void;
  readonly FS: { readonly writeFile: (path: string, body: Uint8Array) => void };
}

interface Pyodide {
  readonly loadPyodide: (settings: object) => Promise<Python>;
}

/** The files of a build, with their sizes in bytes. */
interface Manifest {
  readonly version: string;
  readonly python: Readonly<Record<string, number>>;
}

/** Why Python could not be started, for people. */
export class BootError extends Error {
  override readonly name = "BootError";
  readonly trouble: Trouble;
  constructor(trouble: Trouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

export type Progress = (done: number, total: number) => void;

/** Start Python with the hall's own code. Every file is fetched once, and counted. */
export async function bootPython(
  base: string,
  version: string,
  progress: Progress,
): Promise<Python> {
  // The type says that it is there; an old or locked-down browser may differ.
  if (typeof (globalThis as { WebAssembly?: unknown }).WebAssembly !== "object")
    throw new BootError("no-webassembly");
  const files = new Runtime(base, await manifestOf(base, version), progress);
  const [wheel, code] = [files.bytes("msgspec.whl"), files.bytes("hall.zip")];
  // A promise that fails while another is waited for counts as unhandled.
  wheel.catch(() => undefined);
  code.catch(() => undefined);
  const python = await files.load();
  python.unpackArchive(await wheel, "wheel");
  python.FS.writeFile("/hall.zip", new Uint8Array(await code));
  python.runPython(
    "import sys; sys.path.insert(0, '/hall.zip')\n" +
      "from meadhall.site import stand_ins; stand_ins.install()",
  );
  return python;
}

async function manifestOf(base: string, version: string): Promise<Manifest> {
  const found = await fetch(`${base}site.json`, { cache: "no-cache" }).catch(() => null);
  if (!found?.ok) throw new BootError("not-whole");
  const manifest = (await found.json().catch(() => null)) as Manifest | null;
  if (manifest === null) throw new BootError("not-whole");
  if (manifest.version !== version) throw new BootError("other-version");
  return manifest;
}

class Runtime {
  readonly #base: string;
  readonly #manifest: Manifest;
  readonly #progress: Progress;
  readonly #total: number;
  #done = 0;
  readonly #counts: Promise<unknown>[] = [];
  /** Fails once a file is missing or cut short. */
  readonly #short: Promise<never>;
  #shorten: (error: BootError) => void = () => undefined;

  constructor(base: string, manifest: Manifest, progress: Progress) {
    this.#base = `${base}python-${manifest.version}/`;
    this.#manifest = manifest;
    this.#progress = progress;
    // Scripts are imported, not fetched, so they cannot be counted.
    const counted = Object.entries(manifest.python).filter(([name]) => !name.endsWith(".mjs"));
    this.#total = counted.reduce((sum, [, size]) => sum + size, 0);
    this.#short = new Promise((_, reject) => (this.#shorten = reject));
    this.#short.catch(() => undefined);
  }

  #address(name: string): string {
    return `${this.#base}${name}`;
  }

  async load(): Promise<Python> {
    const original = globalThis.fetch.bind(globalThis);
    // Pyodide fetches its files itself; here they are counted and checked on their way.
    globalThis.fetch = (wanted, options) => {
      const url = new URL(wanted instanceof Request ? wanted.url : wanted, this.#base);
      const name = url.pathname.split("/").at(-1) ?? "";
      return name in this.#manifest.python
        ? this.#counted(name, original)
        : original(wanted, options);
    };
    try {
      const address = this.#address("pyodide.mjs");
      const { loadPyodide } = (await import(/* @vite-ignore */ address)) as Pyodide;
      // Pyodide waits for ever for a file that does not come.
      return await Promise.race([loadPyodide({ indexURL: this.#base }), this.#short]);
    } catch (error) {
      // What was cut short may have failed to compile before it was counted.
      await Promise.race([Promise.allSettled(this.#counts), this.#short]);
      throw new BootError("broken", error);
    } finally {
      globalThis.fetch = original;
    }
  }

  async bytes(name: string): Promise<ArrayBuffer> {
    return (await this.#counted(name, fetch)).arrayBuffer();
  }

  async #counted(name: string, get: typeof fetch): Promise<Response> {
    const answer = await get(this.#address(name)).catch(() => null);
    if (!answer?.ok) return this.#fail();
    // The browser keeps compiled WebAssembly only for an answer that is passed on as it came.
    const size = this.#count(answer.clone()).catch(() => 0);
    const whole = size.then((found) => found === this.#manifest.python[name] || this.#fail());
    whole.catch(() => undefined);
    this.#counts.push(whole);
    if (!name.endsWith(".wasm")) await whole;
    return answer;
  }

  #fail(): never {
    const error = new BootError("not-whole");
    this.#shorten(error);
    throw error;
  }

  async #count(answer: Response): Promise<number> {
    let size = 0;
    const reader = answer.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.length;
      this.#done += part.value.length;
      this.#progress(this.#done, this.#total);
    }
    return size;
  }
}
