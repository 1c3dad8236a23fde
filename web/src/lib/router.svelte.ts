/** Routes are hashes (`#/table/…`), so that any static file server can serve the page. */

export type Route =
  | { readonly page: "hall" }
  | { readonly page: "setup"; readonly game: string }
  | { readonly page: "table"; readonly match: string }
  | { readonly page: "join"; readonly code: string }
  | { readonly page: "seat"; readonly link: string }
  | { readonly page: "replay"; readonly match: string }
  | { readonly page: "rules"; readonly game: string }
  | { readonly page: "learn"; readonly game: string }
  | { readonly page: "ratings"; readonly game: string }
  | { readonly page: "puzzles" }
  | { readonly page: "puzzle"; readonly game: string; readonly which: string }
  | { readonly page: "inbox" }
  | { readonly page: "people"; readonly name: string }
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

function alone(page: string): Route | undefined {
  switch (page) {
    case "":
      return { page: "hall" };
    case "inbox":
    case "puzzles":
    case "profile":
    case "settings":
      return { page };
    case "replay":
      return { page, match: "" };
    default:
      return undefined;
  }
}

function withRest(page: string, rest: string): Route | undefined {
  switch (page) {
    case "play":
      return { page: "setup", game: rest };
    case "table":
    case "replay":
      return { page, match: rest };
    case "join":
      return { page, code: rest };
    case "seat":
      return { page, link: rest };
    case "people":
      return { page, name: rest };
    case "rules":
    case "ratings":
    case "learn":
      return { page, game: rest };
    default:
      return undefined;
  }
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
