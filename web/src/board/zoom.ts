/** Zoom: which part of a board is shown, as a box. */
import type { Box, Lattice } from "$/board/geometry";

export const CLOSEST = 6;

/** The box zoomed around the point (x, y), kept inside the board. */
export function zoomBox(
  view: Box,
  full: Lattice["box"],
  factor: number,
  x: number,
  y: number,
): Box {
  const width = Math.min(full.width, Math.max(full.width / CLOSEST, view.width / factor));
  const scale = width / view.width;
  const moved = {
    x: x - (x - view.x) * scale,
    y: y - (y - view.y) * scale,
    width,
    height: view.height * scale,
  };
  return clampTo(moved, full);
}

/** The box moved by (dx, dy), kept inside the board. */
export function panBox(view: Box, full: Box, dx: number, dy: number): Box {
  return clampTo({ ...view, x: view.x + dx, y: view.y + dy }, full);
}

/** The box moved as little as needed to show the point with some room around it. */
export function panTo(view: Box, full: Box, x: number, y: number, room: number): Box {
  const left = Math.min(view.x, x - room);
  const top = Math.min(view.y, y - room);
  return clampTo(
    {
      ...view,
      x: Math.max(left, x + room - view.width),
      y: Math.max(top, y + room - view.height),
    },
    full,
  );
}

function clampTo(view: Box, full: Box): Box {
  const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
  return {
    ...view,
    x: clamp(view.x, full.x, full.x + full.width - view.width),
    y: clamp(view.y, full.y, full.y + full.height - view.height),
  };
}
