/** Words on the plates of players: what their gauges are called beside their names. */
import type { Gauge } from "$/protocol/generated";

/** The start that all labels of a seat share (`Ann: troops`), or nothing. */
export function sharedTitle(gauges: readonly Gauge[]): string {
  const heads = new Set(gauges.map((gauge) => /^([^:]{1,40}): /.exec(gauge.label)?.[1] ?? ""));
  const [only = ""] = heads;
  return heads.size === 1 ? only : "";
}

/** In Ann's row `energy of Ann` becomes `energy`, and `Ann (red) at home` becomes `at home`. */
export function shortLabel(label: string, title: string, name: string): string {
  const own = title ? label.slice(title.length + 2) : label;
  if (name === "") return own;
  const rest = own.startsWith(`${name} `) ? own.slice(name.length + 1) : own;
  return rest.replace(` of ${name}`, "").replace(/^\([^)]*\) /, "");
}
