import type { Skin } from "$/games/skins";
import Cell from "$/games/chinese-checkers/Cell.svelte";
import Ground from "$/games/chinese-checkers/Ground.svelte";
import Token from "$/games/chinese-checkers/Token.svelte";
import "$/games/chinese-checkers/skin.css";

/** A turned wooden board with holes, and marbles of glass. */
export const skin: Skin = { cell: Cell, ground: Ground, token: Token, margin: 1.9, arcs: true };
