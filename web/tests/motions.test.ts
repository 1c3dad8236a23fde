import { describe, expect, it } from "vitest";
import {
  fallFrames,
  frames,
  haste,
  hopFrames,
  plan,
  pushFrames,
  slideFrames,
} from "$/board/motions";
import { MOST_PLAYING_MS, type Motion } from "$/protocol/generated";
import { titled } from "./recorded";

const motion = (kind: Motion["kind"], beat = 0, path: string[] = []): Motion => ({
  kind,
  target: "t",
  path,
  text: "",
  beat,
  milliseconds: 0,
});

const twice = { person: 2, haste: 1 };

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
    expect(plan([motion("hop", 0, ["a", "b", "c"])], twice).length).toBe(240);
  });

  it("lets what has changed be looked at for as long, at any speed", () => {
    const look = { ...motion("pause", 1), milliseconds: 1_500 };
    const { acts, length } = plan([motion("flip", 0), look, motion("hit", 2)], twice);
    expect(acts.map((act) => act.start)).toEqual([0, 210, 1_710]);
    expect(length).toBe(1_920);
  });

  it("is played faster where it would take too long", () => {
    const many = Array.from({ length: 100 }, (_, beat) => motion("hit", beat));
    const hurried = plan(many, { person: 1, haste: haste(many) });
    expect(hurried.length).toBeCloseTo(MOST_PLAYING_MS);
    expect(haste(many.slice(0, 10))).toBe(1);
  });

  it.each(titled)("of %s takes as long as the server counts", (_, { steps }) => {
    for (const { motions, playing_time } of steps)
      expect(plan(motions, { person: 1, haste: haste(motions) }).length).toBeCloseTo(playing_time);
  });

  it.each(titled)("of %s never stands still for long", (_, match) => {
    for (const step of match.steps) expect(step.playing_time).toBeLessThanOrEqual(MOST_PLAYING_MS);
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

  it("push after a moment of stillness, too far and back", () => {
    const pushed = pushFrames(path);
    expect(pushed[1]).toMatchObject({ transform: "translate(0px, 0px)", offset: 0.3 });
    expect(pushed[2]?.["transform"]).toContain("translate(1140px, 0px)");
    expect(pushed.at(-1)?.["transform"]).toBe("translate(1000px, 0px)");
  });

  it("fall beyond the place where the piece stood", () => {
    const fallen = fallFrames(path);
    expect(fallen[0]?.["transform"]).toBe("translate(1000px, 0px)");
    expect(fallen.at(-1)).toMatchObject({ opacity: 0 });
    expect(fallen.at(-1)?.["transform"]).toContain("translate(2000px, 0px)");
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
