/** Sounds made on the spot: a few short tones, no files. Nothing is heard unless switched on. */
import { untrack } from "svelte";
import { settings } from "$/lib/settings.svelte";

export type Sound = "slide" | "hop" | "hit" | "fall" | "flip" | "turn" | "say" | "win" | "lose";

interface Tone {
  readonly from: number;
  readonly to: number;
  readonly length: number;
  readonly wave: OscillatorType;
  readonly loud: number;
  readonly delay?: number;
}

const melody = (notes: readonly number[], gap: number): readonly Tone[] =>
  notes.map((note, step) => ({
    from: note,
    to: note * 0.99,
    length: 0.3,
    wave: "triangle",
    loud: 0.4,
    delay: step * gap,
  }));

const TONES: Record<Sound, readonly Tone[]> = {
  slide: [{ from: 210, to: 130, length: 0.09, wave: "triangle", loud: 0.5 }],
  hop: [{ from: 320, to: 520, length: 0.08, wave: "sine", loud: 0.4 }],
  hit: [{ from: 150, to: 45, length: 0.22, wave: "sawtooth", loud: 0.45 }],
  fall: [{ from: 420, to: 60, length: 0.45, wave: "triangle", loud: 0.4 }],
  flip: [{ from: 700, to: 300, length: 0.06, wave: "square", loud: 0.12 }],
  turn: melody([523, 659], 0.1),
  say: [{ from: 880, to: 990, length: 0.07, wave: "sine", loud: 0.2 }],
  win: melody([392, 523, 659, 784], 0.13),
  lose: melody([330, 294, 220], 0.18),
};

/** All there is to hear, in the words of the settings. */
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

let context: AudioContext | null = null;

/** Let it be heard, if the person wants to hear anything. */
export function sound(name: Sound): void {
  untrack(() => {
    if (!settings.sound || settings.volume <= 0) return;
    context ??= new AudioContext();
    for (const tone of TONES[name]) ring(context, tone);
  });
}

function ring(audio: AudioContext, tone: Tone): void {
  const start = audio.currentTime + (tone.delay ?? 0);
  const end = start + tone.length;
  const gain = new GainNode(audio, { gain: (tone.loud * settings.volume) / 100 });
  const oscillator = new OscillatorNode(audio, { type: tone.wave, frequency: tone.from });
  oscillator.frequency.exponentialRampToValueAtTime(Math.max(1, tone.to), end);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(end);
}
