import { describe, expect, it } from "vitest";
import type { PremoveStep } from "$/protocol/generated";
import { begins, textsOf, withLine, type Line } from "$/ui/premoves/lines";
import { browserName } from "$/ui/notices/pushDevice";

/** A line of two players in turn; the first one is the opponent. */
function line(texts: string): Line {
  return texts.split(" ").map((text, at): PremoveStep => ({ seat: at % 2, text, told: "" }));
}
const shown = (lines: readonly Line[]) => lines.map((one) => textsOf(one).join(" "));
const ME = 1;

describe("lines of moves ahead", () => {
  it("answer different moves beside each other", () => {
    expect(shown(withLine([line("a x")], line("b y"), ME))).toEqual(["a x", "b y"]);
    expect(shown(withLine([line("a x b y")], line("a x c z"), ME))).toEqual(["a x b y", "a x c z"]);
  });

  it("give one answer to each move", () => {
    expect(shown(withLine([line("a x"), line("b y")], line("a z"), ME))).toEqual(["b y", "a z"]);
    const long = [line("a x b y"), line("a x c y")];
    expect(shown(withLine(long, line("a z"), ME))).toEqual(["a z"]);
  });

  it("grow, and are not kept twice", () => {
    expect(shown(withLine([line("a x")], line("a x b y"), ME))).toEqual(["a x b y"]);
    expect(shown(withLine([line("a x b y")], line("a x"), ME))).toEqual(["a x b y"]);
    expect(begins(line("a x b y"), line("a x"))).toBe(true);
    expect(begins(line("a x"), line("a x b y"))).toBe(false);
  });
});

describe("the name of a browser", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140 Safari/537 Edg/140",
      "Edge on Windows",
    ],
    ["Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 Chrome/140 Safari/537", "Chrome on Android"],
    ["something else", "A browser"],
  ])("%s", (agent, name) => {
    expect(browserName(agent)).toBe(name);
  });
});
