import type { Skin } from "$/games/skins";
import Cell from "$/games/jarls/Cell.svelte";
import Ground from "$/games/jarls/Ground.svelte";
import Token from "$/games/jarls/Token.svelte";
import "$/games/jarls/skin.css";

/** A carved board in a longhouse. */
export const skin: Skin = { cell: Cell, ground: Ground, token: Token, margin: 0.92 };
