/** What clocks show. All instants are the server's. */
import type { ClockView, StepMessage } from "$/protocol/generated";

/** Milliseconds left from which a countdown is urgent. */
export const URGENT = 3_000;
/** Milliseconds left from which tenths of a second are shown. */
const TENTHS = 10_000;

/** When a seat's time is up; `null` where it does not run. */
export function endOf(clock: ClockView, seat: number): number | null {
  return clock.ends[clock.running.indexOf(seat)] ?? null;
}

/**
 * Milliseconds a seat has left at `now`; `null` where it has no clock. Before its time begins to
 * count, its end is farther away than what it has left.
 */
export function timeLeft(clock: ClockView, seat: number, now: number): number | null {
  const left = clock.left[seat] ?? null;
  const end = endOf(clock, seat);
  if (left === null || end === null || clock.paused) return left;
  return Math.max(0, Math.min(left, end - now));
}

/** Milliseconds until a clock with so much left shows something else. */
export function untilChange(left: number): number {
  const unit = left > TENTHS ? 1_000 : 100;
  return (left % unit) + 1;
}

/** Milliseconds as people read them: `1 d 3 h`, `2:05`, `9.4`. */
export function spoken(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds >= 86_400) {
    return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  }
  if (milliseconds < TENTHS) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A length of time in words: `10 seconds`, `2 minutes`, `3 days`. */
export function inWords(milliseconds: number): string {
  const units: [number, string][] = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
    [1_000, "second"],
  ];
  const whole = units.find(([unit]) => milliseconds >= unit && milliseconds % unit === 0);
  const [unit, name] = whole ?? [1_000, "second"];
  const count = Math.round(milliseconds / unit);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** What a clock that ran out played for the seat, as the game tells it; `null` if none did. */
export function playedByClock(step: StepMessage, seat: number): string | null {
  const entry = step.entries?.find((one) => one.cause === "clock" && one.seat === seat);
  return entry ? (entry.told[0] ?? "") : null;
}
