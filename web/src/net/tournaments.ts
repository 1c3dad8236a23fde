/** Tournaments over HTTP. */
import { json, part } from "$/net/http";
import type {
  NewTournament,
  TournamentList,
  TournamentPage,
  TournamentRound,
} from "$/protocol/generated";

const at = (id: string) => `/tournaments/${part(id)}`;

export const tournaments = {
  list: () => json<TournamentList>("GET", "/tournaments"),
  make: (plan: NewTournament) => json<TournamentPage>("POST", "/tournaments", plan),
  show: (id: string) => json<TournamentPage>("GET", at(id)),
  round: (id: string, round: number) => json<TournamentRound>("GET", `${at(id)}/rounds/${round}`),
  enter: (id: string) => json<TournamentPage>("POST", `${at(id)}/players`),
  leave: (id: string) => json<TournamentPage>("DELETE", `${at(id)}/players/me`),
  start: (id: string) => json<TournamentPage>("POST", `${at(id)}/start`),
  close: (id: string) => json<TournamentPage>("POST", `${at(id)}/close`),
  exportUrl: (id: string) => `api${at(id)}/export`,
  standingsUrl: (id: string) => `api${at(id)}/standings`,
};
