"use strict";

// Plays random games with boardgame.io, without a server, a page or a clock of its own:
//
//     node play.js GAME client|reducer SECONDS
//
// `client`: its `Client`, as its documentation has it for use without a user interface, begun anew by `reset`.
// `reducer`: what the client and its bots call in turn, without the client's store, log of the match and subscribers.
// Both enumerate moves by the game's `ai.enumerate` and take any, as its RandomBot does. Prints one line of JSON.

process.env.NODE_ENV = "production";
const { Client } = require("boardgame.io/client");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const games = require("./games.js");

const [name, way, seconds] = process.argv.slice(2);
const game = { ...games[name], disableUndo: true };

function any(options) {
  return options[Math.floor(Math.random() * options.length)];
}

function byClient() {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  return () => {
    client.reset();
    let moves = 0;
    for (let state = client.getState(); state.ctx.gameover === undefined; state = client.getState()) {
      const { move, args } = any(game.ai.enumerate(state.G, state.ctx, state.ctx.currentPlayer));
      client.moves[move](...args);
      moves++;
    }
    return moves;
  };
}

function byReducer() {
  const reduce = CreateGameReducer({ game });
  const first = InitializeGame({ game, numPlayers: 2 });
  return () => {
    let state = first;
    let moves = 0;
    while (state.ctx.gameover === undefined) {
      const playerID = state.ctx.currentPlayer;
      const { move, args } = any(game.ai.enumerate(state.G, state.ctx, playerID));
      state = reduce(state, { type: "MAKE_MOVE", payload: { type: move, args, playerID } });
      moves++;
    }
    return moves;
  };
}

function spent(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

const play = way === "client" ? byClient() : byReducer();
const limit = Number(seconds);
for (const warm = process.cpuUsage(); spent(warm) < Math.min(1, limit / 4); ) play();
const began = process.cpuUsage();
let count = 0;
let moves = 0;
while (count === 0 || spent(began) < limit) {
  moves += play();
  count++;
}
const versions = {
  "boardgame.io": require("boardgame.io/package.json").version,
  "Node.js": process.versions.node,
};
console.log(JSON.stringify({ games: count, turns: moves, seconds: spent(began), versions }));
