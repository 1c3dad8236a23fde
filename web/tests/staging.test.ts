import { describe, expect, it } from "vitest";
import { episodes, newcomersIn, sceneDuring } from "$/match/staging";
import type { Motion, Scene, SceneStage } from "$/protocol/generated";
import { titled } from "./recorded";

const wall = { id: "w", label: "w", cell: "a", glyph: "W", kind: "", seat: 0, badge: "12" };
const empty: Scene = {
  headline: "Choose a card",
  cells: [],
  tokens: [],
  cards: [],
  gauges: [],
  buttons: [],
  arrows: [],
  notes: [],
  task: "",
  goal: "",
  homes: [],
  targets: [],
};

const move = (kind: Motion["kind"], beat: number): Motion => ({
  kind,
  target: "w",
  path: [],
  text: "",
  beat,
  milliseconds: 0,
});
const motions = [move("appear", 0), move("hit", 1), move("vanish", 2)];
const stages: SceneStage[] = [
  { beat: 1, scene: { headline: "Placement", tokens: { put: [wall] } } },
  { beat: 2, scene: { headline: "Resolution", tokens: { put: [{ ...wall, badge: "4" }] } } },
  { beat: 3, scene: { headline: "Decay", tokens: { gone: ["w"] } } },
];

describe("a step in episodes", () => {
  const step = { motions, stages, scene: { headline: "Choose again" } };

  it("shows what appears and disappears within one step, with its values and captions", () => {
    let shown = empty;
    const seen = episodes(empty, step).map((episode) => {
      const during = sceneDuring(shown, episode);
      shown = episode.after;
      const kinds = episode.motions.map((motion) => motion.kind);
      return [during.headline, kinds, during.tokens.map((token) => token.badge)];
    });
    expect(seen).toEqual([
      ["Placement", ["appear"], ["12"]],
      ["Resolution", ["hit"], ["12"]],
      ["Decay", ["vanish"], ["4"]],
    ]);
  });

  it("makes stages that end together one episode, with all that appears in it", () => {
    const other = { ...wall, id: "v" };
    const both = [...stages.slice(0, 1), { beat: 1, scene: { tokens: { put: [other] } } }];
    const appearing = [move("appear", 0), { ...move("appear", 0), target: "v" }];
    const [first, ...more] = episodes(empty, { motions: appearing, stages: both });
    expect(more).toEqual([]);
    const during = first ? sceneDuring(empty, first) : empty;
    expect(newcomersIn(empty, during)).toEqual(new Set(["w", "v"]));
  });

  it("has one episode where the game follows nothing, under the old headline", () => {
    const change = { headline: "Later", tokens: { put: [wall, { ...wall, id: "v" }] } };
    const [only, ...more] = episodes(empty, { motions, scene: change });
    expect(more).toEqual([]);
    expect(only && sceneDuring(empty, only)).toEqual({ ...empty, tokens: [wall] });
  });

  it("has none where nothing moves", () => {
    expect(episodes(empty, { motions: [], scene: { headline: "Later" } })).toEqual([]);
  });

  it.each(titled)("of %s plays every motion once, and in order", (_, match) => {
    let before = match.first;
    for (const { motions, stages, change, after } of match.steps) {
      const parts = episodes(before, { motions, stages, scene: change });
      const played = parts.flatMap((episode) => episode.motions.map(({ beat }) => beat));
      expect(played).toEqual(motions.map(({ beat }) => beat).sort((a, b) => a - b));
      before = after;
    }
  });
});
