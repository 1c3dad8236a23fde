/** A skin that is ready to draw: which symbol stands for what in a scene. */
import type { Card, Cell, SkinLayer, SkinSpec, SkinVariants, Token } from "$/protocol/generated";
import { BrokenSkin } from "$/skin/safety";
import type { SkinSymbol } from "$/skin/symbols";

/** Which drawing a kind gets; `null` means the plain look. */
type Choice = string | null;

export interface GroundLayer {
  readonly symbol: SkinSymbol;
  readonly at: NonNullable<SkinLayer["at"]>;
  readonly margin: number;
}

/** In the drawing of a cell or of the ground, this many units are the way to the next cell. */
export const CELL_UNITS = 100;
/** In the drawing of a token, this many units are its radius. */
export const TOKEN_UNITS = 100;
const DEFAULT_MARGIN = 0.72;
const DEFAULT_SPREAD = [0.001, 0.002] as const;

export class Skin {
  readonly #spec: SkinSpec;
  readonly #symbols: ReadonlyMap<string, SkinSymbol>;
  /** Room around the outermost cells, in cells. */
  readonly margin: number;
  /** Arrows bow from hop to hop instead of going straight. */
  readonly arcs: boolean;
  readonly ground: readonly GroundLayer[];
  /** For the hall, where a game has no board to show. */
  readonly picture: SkinSymbol | null;

  /** Throws `BrokenSkin` where the spec names a symbol that is not there. */
  constructor(spec: SkinSpec, symbols: ReadonlyMap<string, SkinSymbol>) {
    this.#spec = spec;
    this.#symbols = symbols;
    for (const name of namesIn(spec))
      if (!symbols.has(name)) throw new BrokenSkin(`skin.json names the symbol "${name}"`);
    this.margin = spec.margin ?? DEFAULT_MARGIN;
    this.arcs = spec.arcs ?? false;
    this.picture = this.#symbol(spec.picture);
    this.ground = (spec.ground ?? []).flatMap(({ symbol, at = "middle", margin = 0 }) => {
      const drawn = this.#symbol(symbol);
      return drawn ? [{ symbol: drawn, at, margin }] : [];
    });
  }

  /** What is drawn over the cell's own shape. */
  cell(cell: Cell): SkinSymbol | null {
    const choice = pickKind(this.#spec.cells ?? {}, cell.kind);
    const isVaried = typeof choice === "object" && choice !== null;
    return this.#symbol(isVaried ? variantAt(choice, cell) : choice);
  }

  /** What stands for the token on a cell of that kind. */
  token(token: Token, cellKind: string): SkinSymbol | null {
    return this.#symbol(pickKind(this.#spec.tokens ?? {}, token.kind, cellKind));
  }

  /** The drawing on the card; one that lies face down has the kind `back`. */
  card(card: Card): SkinSymbol | null {
    return this.#symbol(pickKind(this.#spec.cards ?? {}, card.kind || "back", card.zone));
  }

  #symbol(name: Choice | undefined): SkinSymbol | null {
    return this.#symbols.get(name ?? "") ?? null;
  }
}

export const PLAIN = new Skin({ format: 1 }, new Map());

/** The entry for a kind: `PLACE/KIND` before `PLACE/*` before `KIND` before `*`. */
export function pickKind<T>(
  table: Readonly<Record<string, T>>,
  kind: string,
  place = "",
): T | undefined {
  const keys = [`${place}/${kind}`, `${place}/*`, kind, "*"];
  const key = keys.find((one) => Object.hasOwn(table, one));
  return key === undefined ? undefined : table[key];
}

/** The variant for the place: the same place always looks the same. */
export function variantAt(
  { symbols, spread = DEFAULT_SPREAD }: SkinVariants,
  { x, y }: Pick<Cell, "x" | "y">,
): Choice {
  const step = Math.abs(Math.round(x * spread[0] + y * spread[1]));
  return symbols[step % symbols.length] ?? null;
}

function namesIn({ picture, ground, cells, tokens, cards }: SkinSpec): string[] {
  const choices = [cells, tokens, cards].flatMap((table) => Object.values(table ?? {}));
  return [
    picture,
    ...(ground ?? []).map((layer) => layer.symbol),
    ...choices.flatMap((one) => (typeof one === "object" && one !== null ? one.symbols : [one])),
  ].filter((name) => typeof name === "string");
}
