/** Refusals that the page makes itself. */
import { ConnectionLost } from "$/net/connection";
import { Failed } from "$/net/http";
import type { Refusal } from "$/protocol/generated";

export function refusalOf(code: string, sentence: string): Refusal {
  return { code, sentence, objects: [], clause: "" };
}

/** The refusal to show when the server did not answer, or refused; other errors are bugs. */
export function refusalAfter(error: unknown): Refusal {
  if (error instanceof Failed) return refusalOf(error.code, error.message);
  if (!(error instanceof ConnectionLost)) throw error;
  return refusalOf("LINE_LOST", error.message);
}
