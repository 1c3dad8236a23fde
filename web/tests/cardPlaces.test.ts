import { describe, expect, it } from "vitest";
import { keepPlaces } from "$/ui/scene/cardPlaces";

describe("the places of cards", () => {
  it("are those of the game at first", () => {
    expect(keepPlaces([], [], ["a", "b"])).toEqual(["a", "b"]);
  });

  it("stay when one is played, and the next card drawn fills the gap", () => {
    const played = keepPlaces(["a", "b", "c"], ["a", "b", "c"], ["a", "c"]);
    expect(played).toEqual(["a", null, "c"]);
    const drawn = keepPlaces(played, ["a", "c"], ["a", "c", "d"]);
    expect(drawn).toEqual(["a", "d", "c"]);
    expect(keepPlaces(drawn, ["a", "c", "d"], ["c", "d", "e"])).toEqual(["e", "d", "c"]);
  });

  it("do not keep a gap behind the last card", () => {
    expect(keepPlaces(["a", "b"], ["a", "b"], ["a"])).toEqual(["a"]);
    expect(keepPlaces(["a"], ["a"], [])).toEqual([]);
  });

  it("grow at the end", () => {
    expect(keepPlaces(["a"], ["a"], ["a", "b", "c"])).toEqual(["a", "b", "c"]);
  });

  it("follow a game that sorts its cards", () => {
    expect(keepPlaces(["a", "c"], ["a", "c"], ["a", "b", "c"])).toEqual(["a", "b", "c"]);
  });
});
