/** People over HTTP: profiles and histories. */
import { call, json, part } from "$/net/http";
import type { HistoryList, PersonProfile, ProfileSettings } from "$/protocol/generated";

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
};
