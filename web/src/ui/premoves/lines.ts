/** Lines of moves that are chosen ahead. */
import type { PremoveStep } from "$/protocol/generated";

export type Line = readonly PremoveStep[];

/** The lines with one more. What contradicts it goes: there is one answer to each move. */
export function withLine(lines: readonly Line[], added: Line, seat: number): readonly Line[] {
  if (lines.some((line) => begins(line, added))) return lines;
  return [...lines.filter((line) => !clashes(line, added, seat)), added];
}

export function textsOf(line: Line): string[] {
  return line.map((step) => step.text);
}

/** Whether the line begins with the other one, or is the same. */
export function begins(line: Line, start: Line): boolean {
  return start.length <= line.length && start.every((step, at) => line[at]?.text === step.text);
}

/** Whether the line has another own move where the added one has one, or is only its beginning. */
function clashes(line: Line, added: Line, seat: number): boolean {
  const fork = line.findIndex((step, at) => added[at]?.text !== step.text);
  return fork === -1 || (added[fork] !== undefined && line[fork]?.seat === seat);
}
