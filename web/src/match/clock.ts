/** What a clock shows. The server's instants are turned into ours by the offset of its `now`. */
import type { ClockFace } from "$/protocol/generated";

/** From here on a countdown is urgent. */
export const URGENT = 3_000;

/** Milliseconds a seat has left at `now` (the server's clock); `null` where nothing runs. */
export function timeLeft(clock: ClockFace, seat: number, now: number): number | null {
  const running = clock.running.includes(seat);
  if (running && clock.deadline !== null && !clock.paused) return Math.max(0, clock.deadline - now);
  return clock.left[seat] ?? null;
}

/** Milliseconds as people read them: `1 d 3 h`, `2:05`, `9.4`. */
export function spoken(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds >= 86_400) {
    return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  }
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
