/** People over HTTP: profiles, histories, friends, challenges, reports, and where they meet. */
import { call, json, part } from "$/net/http";
import type {
  AccountState,
  Bond,
  ChallengeCard,
  FriendList,
  HallLineCard,
  HistoryList,
  MySeek,
  NewChallenge,
  NewReport,
  NewSeek,
  PersonProfile,
  ProfileSettings,
  SeatTokens,
} from "$/protocol/generated";

/** Where all records of the person are, as a zip file. */
export const ARCHIVE = "api/me/archive";

export const people = {
  show: (name: string) => json<PersonProfile>("GET", `/people/${part(name)}`),
  change: (settings: ProfileSettings) => call("PUT", "/me/profile", settings),
  /** Filters that are empty do not count. */
  history: (name: string, filters: Readonly<Record<string, string>>) => {
    const set = Object.entries(filters).filter(([, value]) => value !== "");
    const query = new URLSearchParams(set).toString();
    return json<HistoryList>("GET", `/people/${part(name)}/matches?${query}`);
  },

  account: () => json<AccountState>("GET", "/me/account"),
  /** Who is here, whom the person follows, whom the person blocks. */
  list: (which: "people" | "me/friends" | "me/blocks", after = "") =>
    json<FriendList>("GET", `/${which}${after === "" ? "" : `?after=${part(after)}`}`),
  bond: (name: string) => json<Bond>("GET", `/me/friends/${part(name)}`),
  follow: (name: string) => call("PUT", `/me/friends/${part(name)}`),
  unfollow: (name: string) => call("DELETE", `/me/friends/${part(name)}`),
  block: (name: string) => call("PUT", `/me/blocks/${part(name)}`),
  unblock: (name: string) => call("DELETE", `/me/blocks/${part(name)}`),
  report: (report: NewReport) => call("POST", "/reports", report),

  challenge: (wanted: NewChallenge) => json<ChallengeCard>("POST", "/challenges", wanted),
  showChallenge: (id: string) => json<ChallengeCard>("GET", `/challenges/${part(id)}`),
  accept: (id: string, share: string) =>
    json<SeatTokens>("POST", `/challenges/${part(id)}/acceptance`, { share }),
  /** Decline a challenge, or withdraw one's own. */
  endChallenge: (id: string) => call("DELETE", `/challenges/${part(id)}`),
};

/** The places where people meet. */
export const meeting = {
  mySeek: () => json<MySeek>("GET", "/me/seek"),
  startSeek: (wanted: NewSeek) => json<MySeek>("PUT", "/me/seek", wanted),
  cancelSeek: () => call("DELETE", "/me/seek"),
  agree: (match: string) => call("PUT", "/me/seek/agreement", { match }),
  takeSeat: () => json<SeatTokens>("POST", "/me/seek/seat"),
  write: (text: string) => json<HallLineCard>("POST", "/hall/lines", { text }),
};
