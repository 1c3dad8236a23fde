/** The worker of the bots: Python that answers one question after the other. */
import { bootPython } from "$/worker/python";

type Answer = (line: string) => string;

let ready: Promise<Answer> | null = null;

async function boot(base: string, version: string): Promise<Answer> {
  const python = await bootPython(base, version, () => undefined);
  return python.runPython("from meadhall.site.thinker import answer\nanswer") as Answer;
}

onmessage = ({ data }: MessageEvent<string | { base: string; version: string }>) => {
  if (typeof data !== "string") {
    ready = boot(data.base, data.version);
    ready.catch(() => undefined);
    return;
  }
  void reply(data);
};

async function reply(line: string): Promise<void> {
  try {
    const answer = await ready;
    postMessage({ answer: answer?.(line) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
}
