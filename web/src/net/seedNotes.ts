/** What this device has seen of the dice of a match, kept here to compare it with the record. */
import type { FromServer } from "$/protocol/generated";

export interface SeedNotes {
  /** The hash of the server's secret, as it was first seen; empty if there was none. */
  readonly commitment: string;
  /** The random bytes that this device added, one text for each of its seats. */
  readonly shares: readonly string[];
  /** The commitment was seen before the bytes were sent. */
  readonly promised: boolean;
  /** The receipts for sealed choices, by the number of the ply. */
  readonly receipts: Readonly<Record<number, string>>;
  readonly at: number;
}

const PLACE = "meadhall.dice";
const MOST = 200;
const EMPTY: SeedNotes = { commitment: "", shares: [], promised: false, receipts: {}, at: 0 };

function all(): Record<string, SeedNotes> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Record<string, SeedNotes>;
  } catch {
    return {};
  }
}

/** Change the notes of a match. Only those of the newest MOST matches are kept. */
function change(match: string, part: Partial<SeedNotes>): void {
  const notes = { ...all(), [match]: { ...notesOf(match), ...part, at: Date.now() } };
  const newest = Object.entries(notes)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);
  localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(newest)));
}

/** The notes about a match. */
export function notesOf(match: string): SeedNotes {
  return all()[match] ?? EMPTY;
}

/** Keep what the message says about the dice: the record is compared with it after the end. */
export function noteMessage(match: string, message: FromServer): void {
  if ("table" in message && message.table.phase !== "finished")
    noteCommitment(match, message.table.commitment);
  if (message.kind === "reset") dropReceipts(match, message.table.ply);
  if (message.kind === "step" && message.receipt)
    noteReceipt(match, message.entries?.[0]?.ply ?? message.ply, message.receipt);
}

/** Keep the commitment that was seen first: a server that shows another one later is found out. */
export function noteCommitment(match: string, commitment: string): void {
  if (commitment && !notesOf(match).commitment) change(match, { commitment });
}

/** Keep the bytes that this device added, instead of those for a seat that it had before. */
export function noteShares(match: string, shares: readonly string[]): void {
  change(match, { shares, promised: notesOf(match).commitment !== "" });
}

/** Keep the receipt for a sealed choice. */
export function noteReceipt(match: string, ply: number, receipt: string): void {
  change(match, { receipts: { ...notesOf(match).receipts, [ply]: receipt } });
}

/** Drop the receipts for choices that were taken back: only that many plies are left. */
export function dropReceipts(match: string, plies: number): void {
  const { receipts } = notesOf(match);
  const left = Object.entries(receipts).filter(([ply]) => Number(ply) <= plies);
  if (left.length < Object.keys(receipts).length)
    change(match, { receipts: Object.fromEntries(left) });
}
