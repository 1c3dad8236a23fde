import { describe, expect, it } from "vitest";
import { groupButtons } from "$/board/buttons";
import type { Button } from "$/protocol/generated";

const button = (id: string, group: string, more: Partial<Button> = {}): Button => ({
  id,
  label: id,
  group,
  amount: null,
  writes: "",
  confirm: "",
  ...more,
});
const buttons = [
  button("9", "troops", { amount: 9 }),
  button("fortify", "orders"),
  button("ready", "round"),
  ...["ask-a", "ask-b", "ask-c"].map((id) => button(id, "alliances")),
  button("rename", "alliances", { writes: "ally rename" }),
];
const known = new Set(["9", "fortify", "ready", "ask-a", "ask-b", "ask-c"]);
const shown = (usable: string[], chosen: string[]) =>
  groupButtons(buttons, new Set(usable), known, chosen).map(({ name, held, buttons: members }) => [
    name,
    held,
    members.map(({ id }) => id),
  ]);

describe("things to press", () => {
  it("are grouped, and large groups do not stay in sight", () => {
    expect(shown(["ready", "ask-a", "ask-b", "ask-c"], [])).toEqual([
      ["round", true, ["ready"]],
      ["alliances", false, ["ask-a", "ask-b", "ask-c", "rename"]],
    ]);
  });

  it("stay where they are while nothing can be done", () => {
    expect(shown([], [])).toEqual([["alliances", false, ["rename"]]]);
  });

  it("are only those that go on with what was begun", () => {
    expect(shown(["fortify"], ["knight"])).toEqual([["orders", true, ["fortify"]]]);
  });
});
