/**
 * Skins: how a game may look beyond its scene. A skin is a stylesheet and a few small parts in
 * `games/<slug>/skin.ts`, found by its folder's name. A game without one is drawn plainly.
 */
import type { Component } from "svelte";
import type { Card, Cell, Token } from "$/protocol/generated";

/** Drawn around the origin, in a circle of radius `size`. */
export interface TokenProps {
  readonly token: Token;
  readonly size: number;
  readonly mark: string;
}

/** Drawn around the origin, over the cell's own shape. */
export interface CellProps {
  readonly cell: Cell;
  readonly pitch: number;
}

/** What lies under the cells: wood, sea, grass. */
export interface GroundProps {
  readonly cells: readonly Cell[];
  readonly pitch: number;
}

export interface CardProps {
  readonly card: Card;
}

export interface Skin {
  readonly token?: Component<TokenProps>;
  readonly cell?: Component<CellProps>;
  readonly ground?: Component<GroundProps>;
  readonly card?: Component<CardProps>;
  /** For the hall, where a game has no board to show. */
  readonly picture?: Component;
  /** Room around the outermost cells, in cells. */
  readonly margin?: number;
  /** Arrows bow from hop to hop instead of going straight. */
  readonly arcs?: boolean;
}

export const PLAIN: Skin = {};

const found = import.meta.glob<{ skin: Skin }>("./*/skin.ts");

/** The skin of a game, or the plain one. Its styles come after those of all that it changes. */
export async function loadSkin(slug: string): Promise<Skin> {
  await import("$/ui/table/SceneView.svelte");
  const load = found[`./${slug}/skin.ts`];
  return load ? (await load()).skin : PLAIN;
}
