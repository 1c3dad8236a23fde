import type { Skin } from "$/games/skins";
import Cell from "$/games/secret-toaster/Cell.svelte";
import Ground from "$/games/secret-toaster/Ground.svelte";
import Token from "$/games/secret-toaster/Token.svelte";
import "$/games/secret-toaster/skin.css";

/** An island on an old map. */
export const skin: Skin = { cell: Cell, ground: Ground, token: Token, margin: 1.08 };
