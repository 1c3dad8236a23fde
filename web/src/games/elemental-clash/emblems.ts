/** What the cards and the things they put up look like: a path and a colour for each kind. */

export interface Emblem {
  readonly path: string;
  readonly colour: string;
}

const BLAST = "M-34 26Q-40-8-12-22Q-16 0 2 4Q-4-26 22-40Q16-14 32 4Q42 24 22 38Q-14 48-34 26Z";
const SHOT = "M-42 8L6-6L-6-26L44 0L-6 26L6 8Z";
const WALL = "M-40-26H40V26H-40ZM-40 0H40M-14-26V0M18-26V0M0 0V26M-28 0V26M28 0V26";
const DODGE = "M-34 22Q-30-24 14-22L8-38L42-14L10 12L14-4Q-12-6-34 22Z";
const BOT = "M-28-14H28V26H-28ZM0-14V-30M-12-30H12M-14 2H-6M6 2H14M-40 0V18M40 0V18";

const EMBLEMS: Readonly<Record<string, Emblem>> = {
  continuous: { path: BLAST, colour: "#d84315" },
  projectile: { path: SHOT, colour: "#5e35b1" },
  wall: { path: WALL, colour: "#546e7a" },
  deflection: { path: DODGE, colour: "#00796b" },
};

/** The emblem of a kind; every kind of miner is a bot. */
export function emblem(kind: string): Emblem {
  return EMBLEMS[kind] ?? { path: BOT, colour: "#8d6e00" };
}

const ELEMENTS: Readonly<Record<string, string>> = {
  Fire: "#d84315",
  Water: "#1565c0",
  Stone: "#6d4c41",
  Rock: "#6d4c41",
  Earth: "#6d4c41",
  Ice: "#4fa3c7",
  Air: "#7b8fa1",
  Thunder: "#6a3fb5",
};

/** The colour of the element that a card is named after. */
export function elementOf(label: string): string | undefined {
  return ELEMENTS[label.split(" ")[0] ?? ""];
}
