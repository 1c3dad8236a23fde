/** The person's settings, stored on this device. */

export interface Settings {
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "reduced";
  /** 2 is twice as fast. */
  speed: number;
  sound: boolean;
  volume: number;
  coordinates: boolean;
  patterns: boolean;
  /** Explain on hovering why something cannot be chosen. */
  help: boolean;
  /** Mark what an opponent's next move could take. */
  dangers: boolean;
  /** Show notation, the text field for moves, the figures of bots, and records as JSON. */
  expert: boolean;
}

const PLACE = "meadhall.settings";

export const DEFAULTS: Settings = {
  theme: "system",
  motion: "system",
  speed: 1,
  sound: true,
  volume: 30,
  coordinates: false,
  patterns: true,
  help: false,
  dangers: true,
  expert: false,
};

/** The stored settings; defaults for what is missing or has the wrong type. */
export function parseSettings(text: string | null): Settings {
  const settings = { ...DEFAULTS };
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    if (typeof stored !== "object" || stored === null) return settings;
    for (const [key, value] of Object.entries(stored)) {
      if (key in DEFAULTS && typeof value === typeof DEFAULTS[key as keyof Settings]) {
        Object.assign(settings, { [key]: value as unknown });
      }
    }
  } catch {
    // Broken: use the defaults.
  }
  return settings;
}

export const settings = $state(parseSettings(localStorage.getItem(PLACE)));

/** Store the settings and apply them to the page. Called once, in the root component. */
export function keepSettings(): void {
  $effect(() => {
    localStorage.setItem(PLACE, JSON.stringify(settings));
    document.documentElement.dataset["theme"] = settings.theme;
    document.documentElement.dataset["motion"] = isMotionReduced() ? "reduced" : "full";
  });
}

const prefersCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether animations are switched off, here or on the device. */
export function isMotionReduced(): boolean {
  return settings.motion === "reduced" || (settings.motion === "system" && prefersCalm.matches);
}
