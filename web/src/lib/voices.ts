/** What sounds are made of: struck wood, glass and strings, drums, horns and rushes of air. */

interface Layer {
  /** Seconds after the sound began. */
  readonly at: number;
  readonly loud: number;
  /** Seconds until it is as loud as that, and until it has died away. */
  readonly attack: number;
  readonly length: number;
  /** Hertz at the start and at the end: of the tone, or of the filter that noise goes through. */
  readonly from: number;
  readonly to: number;
}

export interface Tone extends Layer {
  readonly wave: OscillatorType;
  /** Takes away what is higher than this many hertz. */
  readonly dull?: number;
}

export interface Rush extends Layer {
  readonly filter: BiquadFilterType;
}

export type Voice = Tone | Rush;

/** A tone of something struck: its pitch and loudness beside the lowest, and its length. */
type Overtone = readonly [ratio: number, loud: number, length: number];

const strike =
  (overtones: readonly Overtone[]) =>
  (pitch: number, loud: number, at = 0): readonly Tone[] =>
    overtones.map(([ratio, share, length]) => ({
      at,
      loud: loud * share,
      attack: 0.002,
      length,
      from: pitch * ratio,
      to: pitch * ratio,
      wave: "sine",
    }));

export const wood = strike([[1, 1, 0.13], [2.57, 0.5, 0.07], [4.95, 0.25, 0.035]]); // prettier-ignore
export const glass = strike([[1, 1, 0.22], [2.32, 0.6, 0.15], [4.25, 0.35, 0.09]]); // prettier-ignore
export const iron = strike([[1, 1, 0.5], [1.51, 0.7, 0.35], [2.33, 0.6, 0.28], [3.61, 0.3, 0.2]]); // prettier-ignore
export const lyre = strike([[1, 1, 0.9], [2, 0.5, 0.6], [3, 0.3, 0.4], [4, 0.16, 0.28], [5.02, 0.1, 0.2]]); // prettier-ignore

export function drum(pitch: number, loud: number, at = 0): readonly Tone[] {
  return [{ at, loud, attack: 0.003, length: 0.34, from: pitch, to: pitch * 0.4, wave: "sine" }];
}

/** Two reeds slightly apart, as in a blown horn. */
export function horn(pitch: number, loud: number, length: number, at = 0): readonly Tone[] {
  return [1, 1.006].map((ratio) => ({
    at,
    loud: loud / 2,
    attack: 0.07,
    length,
    from: pitch * ratio * 0.985,
    to: pitch * ratio,
    wave: "sawtooth",
    dull: pitch * 3.2,
  }));
}

export function rush(
  filter: BiquadFilterType,
  [from, to]: readonly [number, number],
  loud: number,
  length: number,
  at = 0,
): readonly Rush[] {
  return [{ at, loud, attack: length / 5, length, from, to, filter }];
}

/** An audio context with the hall around it: some of every sound comes back from the walls. */
export interface HallOfSound {
  readonly audio: AudioContext;
  readonly entry: AudioNode;
  readonly noise: AudioBuffer;
}

const ECHO = { seconds: 1.1, loud: 0.35 };

export function openHall(audio: AudioContext): HallOfSound {
  const entry = new GainNode(audio);
  const walls = new ConvolverNode(audio, { buffer: hiss(audio, ECHO.seconds, 4) });
  const echo = new GainNode(audio, { gain: ECHO.loud });
  entry.connect(audio.destination);
  entry.connect(walls).connect(echo).connect(audio.destination);
  return { audio, entry, noise: hiss(audio, 1, 0) };
}

/** White noise; the larger `fading`, the faster it dies away. */
function hiss(audio: AudioContext, seconds: number, fading: number): AudioBuffer {
  const length = Math.ceil(seconds * audio.sampleRate);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, at, samples) => {
    samples[at] = (2 * Math.random() - 1) * (1 - at / length) ** fading;
  });
  return buffer;
}

/** Let the voice be heard, at a share of its own loudness. */
export function play(hall: HallOfSound, voice: Voice, volume: number): void {
  const start = hall.audio.currentTime + voice.at;
  const end = start + voice.length;
  const gain = new GainNode(hall.audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(voice.loud * volume, start + voice.attack);
  gain.gain.exponentialRampToValueAtTime(0.0005 * volume, end);
  const { source, last } = "wave" in voice ? toneOf(hall, voice, end) : rushOf(hall, voice, end);
  last.connect(gain).connect(hall.entry);
  source.start(start);
  source.stop(end);
}

interface Sounding {
  readonly source: AudioScheduledSourceNode;
  readonly last: AudioNode;
}

function toneOf({ audio }: HallOfSound, { wave, from, to, dull }: Tone, end: number): Sounding {
  const source = new OscillatorNode(audio, { type: wave, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, end);
  if (dull === undefined) return { source, last: source };
  return { source, last: source.connect(new BiquadFilterNode(audio, { frequency: dull })) };
}

function rushOf({ audio, noise }: HallOfSound, { filter, from, to }: Rush, end: number): Sounding {
  const source = new AudioBufferSourceNode(audio, { buffer: noise, loop: true });
  const through = new BiquadFilterNode(audio, { type: filter, frequency: from, Q: 1.2 });
  through.frequency.exponentialRampToValueAtTime(to, end);
  return { source, last: source.connect(through) };
}
