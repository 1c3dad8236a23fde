/** What a person likes, kept on this device. */

export interface Settings {
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "reduced";
  /** Twice as fast is 2. */
  speed: number;
  sound: boolean;
  volume: number;
  coordinates: boolean;
  patterns: boolean;
}

const PLACE = "meadhall.settings";

export const DEFAULTS: Settings = {
  theme: "system",
  motion: "system",
  speed: 1,
  sound: false,
  volume: 60,
  coordinates: false,
  patterns: true,
};

/** Stored settings with everything missing or odd replaced by the default. */
export function restored(text: string | null): Settings {
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
    // Not ours, or broken: the defaults serve.
  }
  return settings;
}

export const settings = $state(restored(localStorage.getItem(PLACE)));

/** Keeps the settings and lets the page show them; called once, in the root component. */
export function keepSettings(): void {
  $effect(() => {
    localStorage.setItem(PLACE, JSON.stringify(settings));
    document.documentElement.dataset["theme"] = settings.theme;
    document.documentElement.dataset["motion"] = calm() ? "reduced" : "full";
  });
}

const prefersCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing should move. */
export function calm(): boolean {
  return settings.motion === "reduced" || (settings.motion === "system" && prefersCalm.matches);
}
