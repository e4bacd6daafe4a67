"use strict";

// The three games, as boardgame.io wants them: `setup`, `moves`, `endIf`, and `ai.enumerate` for bots. Moves return a new
// `G`, as its documentation allows beside changing it: with so small a board that is the faster of the two. Whoever moved
// is the winner if anybody is, so a move looks for that where it has put something, and `endIf` only reads it.

const turn = { minMoves: 1, maxMoves: 1 };

function endIf({ G }) {
  if (G.winner !== null) return { winner: G.winner };
  if (G.left === 0) return { draw: true };
}

// ---- tic-tac-toe

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null), left: 9, winner: null }),
  turn,
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      const cells = G.cells.slice();
      cells[cell] = playerID;
      const won = LINES.some((line) => line.every((each) => cells[each] === playerID));
      return { cells, left: G.left - 1, winner: won ? playerID : null };
    },
  },
  endIf,
  ai: {
    enumerate: (G) => {
      const found = [];
      for (let cell = 0; cell < 9; cell++) {
        if (G.cells[cell] === null) found.push({ move: "mark", args: [cell] });
      }
      return found;
    },
  },
};

// ---- connect four

const COLUMNS = 7;
const ROWS = 6;

function fourAt(cells, cell, player) {
  const column = cell % COLUMNS;
  const row = (cell - column) / COLUMNS;
  for (const [right, up] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    let length = 1;
    for (const way of [1, -1]) {
      let c = column + way * right;
      let r = row + way * up;
      while (c >= 0 && c < COLUMNS && r >= 0 && r < ROWS && cells[r * COLUMNS + c] === player) {
        length++;
        c += way * right;
        r += way * up;
      }
    }
    if (length >= 4) return true;
  }
  return false;
}

const connectFour = {
  name: "connect-four",
  setup: () => ({ cells: Array(COLUMNS * ROWS).fill(null), left: COLUMNS * ROWS, winner: null }),
  turn,
  moves: {
    drop: ({ G, playerID }, column) => {
      let cell = column;
      while (cell < COLUMNS * ROWS && G.cells[cell] !== null) cell += COLUMNS;
      if (cell >= COLUMNS * ROWS) return "INVALID_MOVE";
      const cells = G.cells.slice();
      cells[cell] = playerID;
      return { cells, left: G.left - 1, winner: fourAt(cells, cell, playerID) ? playerID : null };
    },
  },
  endIf,
  ai: {
    enumerate: (G) => {
      const found = [];
      for (let column = 0; column < COLUMNS; column++) {
        if (G.cells[(ROWS - 1) * COLUMNS + column] === null) found.push({ move: "drop", args: [column] });
      }
      return found;
    },
  },
};

// ---- breakthrough

// Where a pawn may go from `from`: straight ahead if nobody is there, at a slant unless one's own is there.
function goals(G, player, from, found) {
  const { cells, size } = G;
  const column = from % size;
  const ahead = from + (player === "0" ? size : -size);
  if (column > 0 && cells[ahead - 1] !== player) found.push(ahead - 1);
  if (cells[ahead] === null) found.push(ahead);
  if (column < size - 1 && cells[ahead + 1] !== player) found.push(ahead + 1);
  return found;
}

const breakthrough = (size) => ({
  name: "breakthrough",
  setup: () => {
    const cells = Array(size * size).fill(null);
    cells.fill("0", 0, 2 * size);
    cells.fill("1", size * (size - 2));
    return { cells, size, taken: { 0: 0, 1: 0 }, left: -1, winner: null };
  },
  turn,
  moves: {
    go: ({ G, playerID }, from, to) => {
      if (G.cells[from] !== playerID || !goals(G, playerID, from, []).includes(to)) return "INVALID_MOVE";
      const cells = G.cells.slice();
      let taken = G.taken;
      if (cells[to] !== null) taken = { ...taken, [playerID]: taken[playerID] + 1 };
      cells[from] = null;
      cells[to] = playerID;
      const through = playerID === "0" ? to >= size * (size - 1) : to < size;
      return { ...G, cells, taken, winner: through || taken[playerID] === 2 * size ? playerID : null };
    },
  },
  endIf,
  ai: {
    enumerate: (G, ctx) => {
      const found = [];
      const player = ctx.currentPlayer;
      for (let from = 0; from < G.cells.length; from++) {
        if (G.cells[from] !== player) continue;
        for (const to of goals(G, player, from, [])) found.push({ move: "go", args: [from, to] });
      }
      return found;
    },
  },
});

module.exports = {
  tic_tac_toe: ticTacToe,
  connect_four: connectFour,
  breakthrough: breakthrough(8),
  breakthrough_6: breakthrough(6),
};
