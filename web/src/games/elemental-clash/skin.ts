import type { Skin } from "$/games/skins";
import Cell from "$/games/elemental-clash/Cell.svelte";
import Card from "$/games/elemental-clash/Card.svelte";
import Ground from "$/games/elemental-clash/Ground.svelte";
import Picture from "$/games/elemental-clash/Picture.svelte";
import Token from "$/games/elemental-clash/Token.svelte";
import "$/games/elemental-clash/skin.css";

/** Two towers across a field of sparks. */
export const skin: Skin = {
  card: Card,
  cell: Cell,
  ground: Ground,
  picture: Picture,
  token: Token,
};
