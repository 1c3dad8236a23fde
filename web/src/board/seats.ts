/** The colours and marks of the seats. */
import type { GameCard } from "$/protocol/generated";

export type SeatStyle = Pick<GameCard, "slug" | "marks" | "colours">;

const MARKS = ["●", "■", "▲", "◆", "★", "✚"];
const COLOURS = ["#e53935", "#1e88e5", "#43a047", "#fb8c00", "#8e24aa", "#00acc1"];

export function mark(seatStyle: SeatStyle, seat: number | null): string {
  return seat === null ? "" : (seatStyle.marks[seat] ?? MARKS[seat % MARKS.length] ?? "");
}

export function colour(seatStyle: SeatStyle, seat: number | null): string | null {
  return seat === null ? null : (seatStyle.colours[seat] ?? COLOURS[seat % COLOURS.length] ?? null);
}

/** The seat's colours as custom properties: `--seat`, and `--ink` that can be read on it. */
export function paint(seatStyle: SeatStyle, seat: number | null): string {
  const shade = colour(seatStyle, seat);
  return shade === null ? "" : `--seat: ${shade}; --ink: ${inkOn(shade)};`;
}

/** Black or white, whichever stands out more from the colour (`#rrggbb`). */
export function inkOn(shade: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(shade.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return light > 0.179 ? "#000000" : "#ffffff";
}
