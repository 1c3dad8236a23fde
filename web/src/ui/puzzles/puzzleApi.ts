/** Puzzles over HTTP. */
import { json, part } from "$/net/http";
import type {
  OwnMistakes,
  PuzzleAnswer,
  PuzzlePage,
  PuzzleShelf,
  PuzzleSolution,
} from "$/protocol/generated";

const of = (game: string) => `/puzzles/${part(game)}`;
const one = (game: string, puzzle: string) => `${of(game)}/one/${part(puzzle)}`;

export const puzzleApi = {
  shelves: () => json<readonly PuzzleShelf[]>("GET", "/puzzles"),
  daily: (game: string) => json<PuzzlePage>("GET", `${of(game)}/daily`),
  training: (game: string) => json<PuzzlePage>("GET", `${of(game)}/training`),
  show: (game: string, puzzle: string) => json<PuzzlePage>("GET", one(game, puzzle)),
  try: (game: string, puzzle: string, moves: readonly string[]) =>
    json<PuzzleAnswer>("POST", `${one(game, puzzle)}/tries`, { moves }),
  solution: (game: string, puzzle: string) =>
    json<PuzzleSolution>("POST", `${one(game, puzzle)}/solution`),
  mistakes: (game: string) => json<OwnMistakes>("GET", `${of(game)}/mistakes`),
  search: (game: string, match: string) =>
    json<OwnMistakes>("POST", `${of(game)}/mistakes`, { match }),
};
