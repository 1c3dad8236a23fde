"use strict";

/** Serves Chinese Checkers in memory over WebSocket: `node server.js PORT`. */

const { INVALID_MOVE } = require("boardgame.io/core");
const { Server, SocketIO } = require("boardgame.io/server");
const { MOVES_EACH, START, canMove, hasWon, isLegal, moved } = require("./rules");

const other = (seat) => 1 - seat;

const chineseCheckers = {
  name: "chinese-checkers",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ board: START, moves: 0 }),
  moves: {
    move: ({ G, playerID }, start, end) =>
      isLegal(G.board, Number(playerID), start, end)
        ? { board: moved(G.board, start, end), moves: G.moves + 1 }
        : INVALID_MOVE,
  },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: {
      first: () => 0,
      next: ({ G, ctx }) => {
        const following = other(ctx.playOrderPos);
        return canMove(G.board, following) ? following : ctx.playOrderPos;
      },
    },
  },
  endIf: ({ G, ctx }) => {
    const mover = Number(ctx.currentPlayer);
    const winner = [mover, other(mover)].find((seat) => hasWon(G.board, seat));
    if (winner !== undefined) return { winner };
    return G.moves >= 2 * MOVES_EACH ? { winner: null } : undefined;
  },
  playerView: ({ G, playerID }) => ({ ...G, seat: playerID }),
};

const transport = new SocketIO({ socketOpts: { transports: ["websocket"] } });
const server = Server({ games: [chineseCheckers], origins: [], transport });
server.run(Number(process.argv[2]));
