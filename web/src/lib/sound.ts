/** The sounds of the hall, synthesized: no files. Nothing is heard before the first click or key. */
import { untrack } from "svelte";
import { settings } from "$/lib/settings.svelte";
import { drum, glass, horn, iron, lyre, openHall, play, rush, wood } from "$/lib/voices";
import type { HallOfSound, Voice } from "$/lib/voices";

export type Sound = "slide" | "hop" | "hit" | "fall" | "flip" | "turn" | "say" | "win" | "lose";

const [A2, D3, F3, A3, D4, FIS4, A4, D5] = [110, 147, 175, 220, 294, 370, 440, 587];

const VOICES: Record<Sound, readonly Voice[]> = {
  slide: [...rush("bandpass", [1100, 500], 0.25, 0.1), ...wood(190, 0.4, 0.05)],
  hop: [...glass(1250, 0.16), ...wood(430, 0.2)],
  hit: [...drum(130, 0.5), ...rush("lowpass", [2200, 300], 0.4, 0.16), ...iron(610, 0.05, 0.01)],
  fall: [...rush("bandpass", [1500, 180], 0.5, 0.5), ...drum(95, 0.45, 0.4)],
  flip: [...rush("highpass", [2500, 5000], 0.1, 0.07), ...rush("bandpass", [1400, 3600], 0.2, 0.09, 0.03)],
  turn: [...lyre(D4, 0.16), ...lyre(A4, 0.16, 0.11)],
  say: [...wood(520, 0.2), ...lyre(D5, 0.06, 0.02)],
  win: [
    ...[D4, FIS4, A4, D5].flatMap((note, step) => lyre(note, 0.1, step * 0.12)),
    ...horn(D3, 0.16, 0.9, 0.45),
    ...horn(A3, 0.14, 0.9, 0.45),
    ...horn(D4, 0.14, 1.1, 0.6),
    ...drum(120, 0.25, 0.45),
    ...drum(120, 0.25, 0.72),
  ],
  lose: [
    ...[A3, F3, D3].flatMap((note, step) => lyre(note, 0.16, step * 0.22)),
    ...horn(A2, 0.12, 0.9, 0.5),
    ...drum(70, 0.3, 0.5),
  ],
}; // prettier-ignore

/** Every sound, with its name on the settings page. */
export const SOUNDS: readonly (readonly [Sound, string])[] = [
  ["slide", "a step"],
  ["hop", "a hop"],
  ["hit", "a blow"],
  ["fall", "a fall"],
  ["flip", "a card"],
  ["turn", "your turn"],
  ["say", "a word"],
  ["win", "won"],
  ["lose", "lost"],
];

// Browsers silence a page that has not been touched; the hall does not even try before.
let touched = false;
for (const kind of ["click", "keydown"])
  addEventListener(kind, () => (touched = true), { capture: true, once: true });

let hall: HallOfSound | null = null;

/** Play it, if sounds are switched on. */
export function sound(name: Sound): void {
  untrack(() => {
    if (!touched || !settings.sound || settings.volume <= 0) return;
    hall ??= openHall(new AudioContext());
    for (const voice of VOICES[name]) play(hall, voice, settings.volume / 100);
  });
}
