/** Looking closer at a large board: the part of it that is shown, as a box. */
import type { Box, Lattice } from "$/board/geometry";

export const CLOSEST = 6;

/** The box `factor` times closer, with the point (x, y) where it was; never beyond the board. */
export function zoomed(view: Box, full: Lattice["box"], factor: number, x: number, y: number): Box {
  const width = Math.min(full.width, Math.max(full.width / CLOSEST, view.width / factor));
  const scale = width / view.width;
  const moved = {
    x: x - (x - view.x) * scale,
    y: y - (y - view.y) * scale,
    width,
    height: view.height * scale,
  };
  return within(moved, full);
}

/** The box moved by so much; never beyond the board. */
export function panned(view: Box, full: Box, dx: number, dy: number): Box {
  return within({ ...view, x: view.x + dx, y: view.y + dy }, full);
}

/** The box moved as little as needed to show the point with some room around it. */
export function showing(view: Box, full: Box, x: number, y: number, room: number): Box {
  const left = Math.min(view.x, x - room);
  const top = Math.min(view.y, y - room);
  return within(
    {
      ...view,
      x: Math.max(left, x + room - view.width),
      y: Math.max(top, y + room - view.height),
    },
    full,
  );
}

function within(view: Box, full: Box): Box {
  const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
  return {
    ...view,
    x: clamp(view.x, full.x, full.x + full.width - view.width),
    y: clamp(view.y, full.y, full.y + full.height - view.height),
  };
}
