/** Premoves over HTTP: moves that are chosen ahead. */
import { json, part } from "$/net/http";
import type {
  NewPremoves,
  PremoveList,
  PremovePosition,
  PremoveQuestion,
} from "$/protocol/generated";

const at = (match: string) => `/matches/${part(match)}/premoves`;

export const premoves = {
  show: (match: string) => json<PremoveList>("GET", at(match)),
  choose: (match: string, chosen: NewPremoves) => json<PremoveList>("PUT", at(match), chosen),
  position: (match: string, question: PremoveQuestion) =>
    json<PremovePosition>("POST", `${at(match)}/position`, question),
};
