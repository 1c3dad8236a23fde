"use strict";

/**
 * Chinese Checkers for two, written for speed: tables made once, a board that is a string.
 *
 * Holes are numbered and boards written as in `meadhall.games.chinese_checkers`, whose own rules
 * choose every move that is played here.
 */

const SIDE = 4;
const EMPTY = ".";
const MARBLES = ["0", "1"];
const ENOUGH = 6; // marbles of its own that win a seat a full target
const MOVES_EACH = 150;
const TOP = 0;
const BOTTOM = 3;
const HOMES = [TOP, BOTTOM];
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

/** The corner, clockwise from the top, whose tip the hole is in; -1 in the centre. */
function corner(q, r) {
  const s = -q - r;
  return [r < -SIDE, q > SIDE, s < -SIDE, r > SIDE, q < -SIDE, s > SIDE].indexOf(true);
}

function isOnStar(q, r) {
  const cube = [q, r, -q - r];
  return Math.min(...cube) >= -SIDE || Math.max(...cube) <= SIDE;
}

const span = Array.from({ length: 4 * SIDE + 1 }, (_, number) => number - 2 * SIDE);
const holes = span.flatMap((r) => span.filter((q) => isOnStar(q, r)).map((q) => [q, r]));
const numbers = new Map(holes.map((hole, number) => [hole.join(), number]));
const corners = holes.map(([q, r]) => corner(q, r));

/** The hole so many steps away in every direction; undefined where the star ends. */
const away = (steps) =>
  holes.map(([q, r]) =>
    DIRECTIONS.map(([dq, dr]) => numbers.get([q + steps * dq, r + steps * dr].join())),
  );
const NEXT = away(1);
const BEHIND = away(2);
const TARGETS = HOMES.map((home) =>
  [...corners.keys()].filter((hole) => corners[hole] === (home + 3) % 6),
);

/** Both players run along the same line, so both may rest in the same holes. */
const MAY_REST = corners.map((at) => at === -1 || at === TOP || at === BOTTOM);

const START = corners.map((at) => MARBLES[HOMES.indexOf(at)] ?? EMPTY).join("");

/** Whether a marble gets from the one hole to the other by a step or a chain of hops. */
function reaches(board, start, end) {
  if (NEXT[start].includes(end)) return true;
  const landings = [start];
  for (const here of landings) {
    for (let direction = 0; direction < DIRECTIONS.length; direction++) {
      const land = BEHIND[here][direction];
      if (land === undefined || board[land] !== EMPTY) continue;
      if (board[NEXT[here][direction]] === EMPTY || landings.includes(land)) continue;
      if (land === end) return true;
      landings.push(land);
    }
  }
  return false;
}

function isLegal(board, seat, start, end) {
  return (
    board[start] === MARBLES[seat] &&
    board[end] === EMPTY &&
    MAY_REST[end] &&
    reaches(board, start, end)
  );
}

/** Whether the seat has any move; nearly always the first marble has a step. */
function canMove(board, seat) {
  for (let start = 0; start < board.length; start++) {
    if (board[start] !== MARBLES[seat]) continue;
    if (NEXT[start].some((end) => board[end] === EMPTY && MAY_REST[end])) return true;
  }
  const all = [...corners.keys()];
  return all.some((start) => all.some((end) => isLegal(board, seat, start, end)));
}

function moved(board, start, end) {
  const marbles = [...board];
  [marbles[start], marbles[end]] = [EMPTY, marbles[start]];
  return marbles.join("");
}

/** Whether the seat's target is full and enough of it is its own. */
function hasWon(board, seat) {
  let own = 0;
  for (const hole of TARGETS[seat]) {
    if (board[hole] === EMPTY) return false;
    if (board[hole] === MARBLES[seat]) own++;
  }
  return own >= ENOUGH;
}

module.exports = { MOVES_EACH, START, canMove, hasWon, isLegal, moved };
