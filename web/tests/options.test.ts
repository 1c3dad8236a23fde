import { describe, expect, it } from "vitest";
import type { OptionSpec } from "$/protocol/generated";
import {
  defaultOptions,
  effectiveOptions,
  optionsThatMatter,
  optionText,
  presetOf,
} from "$/ui/setup/options";

function option(name: string, more: Partial<OptionSpec>, form: Partial<OptionSpec["form"]> = {}) {
  return {
    name,
    default: false,
    help: "",
    choices: [true, false],
    low: null,
    high: null,
    optional: false,
    longest: null,
    ...more,
    form: {
      label: name,
      words: [],
      unit: "",
      unset: "none",
      needs: null,
      seats: [],
      is_clock: false,
      example: "",
      ...form,
    },
  } satisfies OptionSpec;
}

const rules = option(
  "rules",
  { default: "holes", choices: ["holes", "shields"] },
  { words: ["Holes", "Shields"] },
);
const size = option(
  "size",
  { default: null, choices: [], low: 3, high: 9, optional: true },
  { unit: "rings", unset: "automatic" },
);
const draft = option("draft", {}, { needs: ["rules", "shields"] });
const teams = option("teams", {}, { seats: [4, 6] });
const timer = option("timer", { default: null, optional: true }, { is_clock: true });
const options = [rules, size, draft, teams, timer];
const usual = {
  name: "Duel",
  text: "",
  seats: 2,
  options: defaultOptions({ options, presets: [] }),
};
const shields = { ...usual, name: "Shields", options: { ...usual.options, rules: "shields" } };
const game = { options, presets: [usual, shields] };
const names = (values: Record<string, string>, seats: number) =>
  optionsThatMatter(game, { ...usual.options, ...values }, seats).map(({ name }) => name);

describe("the options of a match", () => {
  it("are shown where they have an effect, and clocks elsewhere", () => {
    expect(names({}, 2)).toEqual(["rules", "size"]);
    expect(names({ rules: "shields" }, 2)).toEqual(["rules", "size", "draft"]);
    expect(names({}, 4)).toEqual(["rules", "size", "teams"]);
  });

  it("have their defaults where they have no effect", () => {
    const chosen = { ...usual.options, draft: true, teams: true, size: 5 };
    expect(effectiveOptions(game, chosen, 2)).toEqual({ ...usual.options, size: 5 });
    expect(effectiveOptions(game, chosen, 4)).toMatchObject({ teams: true, draft: false });
  });

  it("make a preset, whatever is chosen where it has no effect", () => {
    expect(presetOf(game, usual.options, 2)).toBe(usual);
    expect(presetOf(game, { ...shields.options, teams: true }, 2)).toBe(shields);
    expect(presetOf(game, { ...usual.options, size: 5 }, 2)).toBeUndefined();
    expect(presetOf(game, usual.options, 4)).toBeUndefined();
  });

  it("are said in words, with units", () => {
    expect(optionText(rules, "shields")).toBe("Shields");
    expect(optionText(size, 5)).toBe("5 rings");
    expect(optionText(size, null)).toBe("automatic");
    expect(optionText(teams, true)).toBe("yes");
  });
});
