import { describe, expect, it } from "vitest";
import { frames, hopFrames, plan, REVEAL, slideFrames, startOf } from "$/board/motions";
import type { Motion } from "$/protocol/generated";
import { titled } from "./recorded";

const motion = (kind: Motion["kind"], beat = 0, path: string[] = []): Motion => ({
  kind,
  target: "t",
  path,
  text: "",
  beat,
});

describe("a plan of motions", () => {
  it("runs a beat together and beats one after the other", () => {
    const { acts, length } = plan([motion("fall", 1), motion("slide"), motion("vanish")]);
    expect(acts.map((act) => [act.motion.kind, act.start])).toEqual([
      ["slide", 0],
      ["vanish", 0],
      ["fall", 260],
    ]);
    expect(length).toBe(640);
  });

  it("takes longer for longer ways, and less at double speed", () => {
    expect(plan([motion("hop", 0, ["a", "b", "c"])]).length).toBe(480);
    expect(plan([motion("hop", 0, ["a", "b", "c"])], 2).length).toBe(240);
  });

  it("turns cards over together, and lets them be looked at", () => {
    const { acts, length } = plan([motion("flip", 0), motion("flip", 1), motion("hit", 2)], 2);
    expect(acts.map((act) => act.start)).toEqual([0, 0, 210 + REVEAL]);
    expect(length).toBe(420 + REVEAL);
  });

  it("knows when a beat begins, and that after the last one all is over", () => {
    const planned = plan([motion("slide"), motion("hit", 2)]);
    expect([0, 1, 2, 3].map((beat) => startOf(planned, beat))).toEqual([0, 200, 200, 620]);
  });

  it.each(titled)("of %s never stands still for long", (_, match) => {
    for (const step of match.steps) expect(plan(step.motions).length).toBeLessThan(60_000);
  });
});

describe("frames", () => {
  const path = [
    { x: 0, y: 0 },
    { x: 1000, y: 0 },
  ];

  it("slide straight", () => {
    expect(slideFrames(path).map((one) => one["transform"])).toEqual([
      "translate(0px, 0px)",
      "translate(1000px, 0px)",
    ]);
  });

  it("hop in a parabola whose top is over the middle", () => {
    const hops = hopFrames(path).map((one) => String(one["transform"]));
    expect(hops).toHaveLength(5);
    expect(hops[2]).toContain("translate(500px, -500px)");
    expect(hops.at(-1)).toBe("translate(1000px, 0px)");
  });

  it("begin and end where they should for every kind", () => {
    const gone = frames("fall", { x: 1, y: 2 }, "token").at(-1);
    expect(gone).toMatchObject({ opacity: 0 });
    expect(frames("appear", { x: 1, y: 2 }, "box")[0]).toMatchObject({ opacity: 0 });
    expect(frames("shake", { x: 1, y: 2 }, "token")[0]?.["transform"]).toContain(
      "translate(1px, 2px)",
    );
  });
});
