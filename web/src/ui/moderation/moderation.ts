/** Moderation over HTTP, and its words. */
import { call, json, part } from "$/net/http";
import type {
  ActCard,
  ActList,
  LiftedSanction,
  NewSanction,
  ReportList,
  SanctionList,
  SuspicionList,
  TableClosing,
} from "$/protocol/generated";

const after = (name: string, value: string) => (value === "" ? "" : `?${name}=${part(value)}`);

export const moderation = {
  reports: (last = "") => json<ReportList>("GET", `/moderation/reports${after("after", last)}`),
  sanctions: (last = "") =>
    json<SanctionList>("GET", `/moderation/sanctions${after("after", last)}`),
  suspicions: (last = "") =>
    json<SuspicionList>("GET", `/moderation/suspicions${after("before", last)}`),
  log: (last = "") => json<ActList>("GET", `/moderation/log${after("before", last)}`),
  dismiss: (report: string, reason: string) =>
    call("POST", `/moderation/reports/${part(report)}/dismissal`, { reason }),
  sanction: (wanted: NewSanction) => call("POST", "/moderation/sanctions", wanted),
  lift: (wanted: LiftedSanction) => call("POST", "/moderation/sanctions/end", wanted),
  close: (wanted: TableClosing) => call("POST", "/moderation/closings", wanted),
};

const DEEDS: Record<string, string> = {
  mute: "muted",
  unmute: "ended the mute of",
  ban: "banned",
  unban: "ended the ban of",
  close: "closed a table",
  dismiss: "dismissed a report about",
  grant: "named a moderator:",
  revoke: "took the right from",
};

export function moment(at: number): string {
  return new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

/** An act of the log as a sentence. */
export function actText(act: ActCard): string {
  const until = act.until > 0 ? ` until ${moment(act.until)}` : "";
  const reason = act.reason ? `: ${act.reason}` : "";
  return `${act.moderator} ${DEEDS[act.kind] ?? act.kind} ${act.name}`.trim() + until + reason;
}
