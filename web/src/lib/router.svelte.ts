/** Routes are hashes (`#/table/…`), so that any static file server can serve the page. */

export type Route =
  | { readonly page: "hall" }
  | { readonly page: "lobby"; readonly game: string }
  | { readonly page: "watch" }
  | { readonly page: "setup"; readonly game: string }
  | { readonly page: "table"; readonly match: string }
  | { readonly page: "join"; readonly code: string }
  | { readonly page: "seat"; readonly link: string }
  | { readonly page: "replay"; readonly match: string }
  | { readonly page: "rules"; readonly game: string }
  | { readonly page: "learn"; readonly game: string }
  | { readonly page: "ratings"; readonly game: string }
  | { readonly page: "tournaments"; readonly tournament: string }
  | { readonly page: "puzzles" }
  | { readonly page: "puzzle"; readonly game: string; readonly which: string }
  | { readonly page: "inbox" }
  | { readonly page: "ahead"; readonly match: string }
  | { readonly page: "notices" }
  | { readonly page: "mails"; readonly token: string }
  | { readonly page: "people"; readonly name: string }
  | { readonly page: "friends" }
  | { readonly page: "challenge"; readonly name: string }
  | { readonly page: "answer"; readonly challenge: string }
  | { readonly page: "recover"; readonly key: string }
  | { readonly page: "confirm"; readonly key: string }
  | { readonly page: "moderation" }
  | { readonly page: "profile" }
  | { readonly page: "settings" }
  | { readonly page: "lost"; readonly path: string };

/** The route of an address. */
export function parse(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decode);
  const [page = "", rest = "", which = ""] = parts;
  if (page === "puzzles" && parts.length === 3) return { page: "puzzle", game: rest, which };
  const found = parts.length > 2 ? undefined : rest === "" ? alone(page) : withRest(page, rest);
  return found ?? { page: "lost", path: hash };
}

/** The pages whose addresses have one part. */
const SINGLE = [
  "friends", "inbox", "notices", "moderation", "puzzles", "profile", "settings", "watch",
] as const; // prettier-ignore
/** The pages that are there without their second part, too. */
const MAY_BE_ALONE = ["lobby", "replay", "challenge", "recover", "tournaments"];

function alone(page: string): Route | undefined {
  if (page === "") return { page: "hall" };
  const single = SINGLE.find((known) => known === page);
  if (single) return { page: single };
  return MAY_BE_ALONE.includes(page) ? withRest(page, "") : undefined;
}

/** What the second part of an address is, by the first. */
const FIELDS: Readonly<Record<string, readonly [Route["page"], string]>> = {
  lobby: ["lobby", "game"],
  play: ["setup", "game"],
  table: ["table", "match"],
  ahead: ["ahead", "match"],
  mails: ["mails", "token"],
  replay: ["replay", "match"],
  join: ["join", "code"],
  seat: ["seat", "link"],
  people: ["people", "name"],
  tournaments: ["tournaments", "tournament"],
  challenge: ["challenge", "name"],
  answer: ["answer", "challenge"],
  recover: ["recover", "key"],
  confirm: ["confirm", "key"],
  rules: ["rules", "game"],
  ratings: ["ratings", "game"],
  learn: ["learn", "game"],
};

function withRest(page: string, rest: string): Route | undefined {
  const known = Object.hasOwn(FIELDS, page) ? FIELDS[page] : undefined;
  // TypeScript cannot check that the field is the page's; the table above is next to it.
  return known && ({ page: known[0], [known[1]]: rest } as unknown as Route);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page, for links. */
export function href(page: string, ...rest: readonly string[]): string {
  return `#/${[page, ...rest.map(encodeURIComponent)].join("/")}`;
}

let route = $state.raw<Route>(parse(location.hash));

addEventListener("hashchange", () => {
  route = parse(location.hash);
});

export const router = {
  get route(): Route {
    return route;
  },
  /** Go to another page. */
  go(page: string, ...rest: readonly string[]): void {
    location.hash = href(page, ...rest);
  },
};
