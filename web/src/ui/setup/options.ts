/** The options of a match: which of them matter, and which preset they make. */
import type { GameCard, OptionSpec, PresetCard } from "$/protocol/generated";

export type OptionValue = OptionSpec["default"];
export type OptionValues = Readonly<Record<string, OptionValue>>;
type Choosable = Pick<GameCard, "options" | "presets">;

export function defaultOptions(game: Choosable): OptionValues {
  return Object.fromEntries(game.options.map(({ name, default: value }) => [name, value]));
}

/** Whether these are the values that nobody has changed. */
export function isDefault(game: Choosable, values: OptionValues): boolean {
  return game.options.every(({ name, default: value }) => values[name] === value);
}

/** The options that have an effect. A clock has a field of its own. */
export function optionsThatMatter(
  game: Choosable,
  values: OptionValues,
  seats: number,
): readonly OptionSpec[] {
  return game.options.filter(({ form }) => {
    if (form.is_clock || (form.seats.length > 0 && !form.seats.includes(seats))) return false;
    return form.needs === null || values[form.needs[0]] === form.needs[1];
  });
}

/** The values to play with: an option that has no effect has its default. */
export function effectiveOptions(
  game: Choosable,
  values: OptionValues,
  seats: number,
): OptionValues {
  const matter = optionsThatMatter(game, values, seats).map(({ name }) => [
    name,
    values[name] ?? null,
  ]);
  return { ...defaultOptions(game), ...(Object.fromEntries(matter) as OptionValues) };
}

/** The preset with exactly these options and seats. */
export function presetOf(
  game: Choosable,
  values: OptionValues,
  seats: number,
): PresetCard | undefined {
  const wanted = effectiveOptions(game, values, seats);
  return game.presets.find(
    (preset) =>
      preset.seats === seats &&
      Object.entries(preset.options).every(([name, value]) => wanted[name] === value),
  );
}

/** A value in words, with its unit: `5 rings`, `automatic`. */
export function optionText(option: OptionSpec, value: OptionValue): string {
  const { words, unit, unset } = option.form;
  if (value === null) return unset;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return words[option.choices.indexOf(value)] ?? `${value} ${unit}`.trim();
}
