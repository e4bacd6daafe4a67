// What carries messages between the page and the engine: a WebSocket, or a worker in the playground.
// A carrier tells its listener `opened`, each `message`, and `closed` with the code of a socket that says why.

import * as playground from "./playground/carrier.mjs";
import { socketToken } from "./token.mjs";

/**
 * @typedef {object} Listener
 * @property {() => void} opened
 * @property {(message: any) => void} message
 * @property {(code: number) => void} closed
 */
/** @typedef {{send(message: object): void, close(): void}} Carrier */
/**
 * A connection with a language server. `closed` says that it has ended.
 * @typedef {object} Transport
 * @property {(text: string) => void} send
 * @property {(listen: (text: string) => void) => void} subscribe
 * @property {(listen: (text: string) => void) => void} unsubscribe
 * @property {Promise<void>} [closed]
 */

/** Whether the engine is in this page. */
export const isPlayground = () => document.querySelector('meta[name="boardwright-carrier"]')?.getAttribute("content") === "worker";

/** @param {string} path */
function socket(path) {
  return new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`);
}

/**
 * A new connection with the engine.
 * @param {Listener} listener
 * @returns {Carrier}
 */
export function connect(listener) {
  return isPlayground() ? playground.connect(listener) : toServer(listener);
}

/**
 * @param {Listener} listener
 * @returns {Carrier}
 */
function toServer(listener) {
  const found = socket("/socket");
  found.addEventListener("open", async () => {
    found.send(JSON.stringify({ token: await socketToken() }));
    listener.opened();
  });
  found.addEventListener("message", (event) => listener.message(JSON.parse(event.data)));
  found.addEventListener("close", (event) => listener.closed(event.code));
  return { send: (message) => found.send(JSON.stringify(message)), close: () => found.close() };
}

/**
 * A connection with a language server, as the client of CodeMirror wants it.
 * @returns {Transport}
 */
export function languageServer() {
  if (isPlayground()) return playground.languageServer();
  /** @type {Set<(text: string) => void>} */
  const listeners = new Set();
  /** @param {string} text */
  const tell = (text) => listeners.forEach((listen) => listen(text));
  const rest = {
    subscribe: (/** @type {(text: string) => void} */ listen) => void listeners.add(listen),
    unsubscribe: (/** @type {(text: string) => void} */ listen) => void listeners.delete(listen),
  };
  const found = socket("/lsp");
  /** @type {string[]} */
  const waiting = [];
  let ready = false;
  found.addEventListener("open", async () => {
    found.send(JSON.stringify({ token: await socketToken() }));
    ready = true;
    waiting.splice(0).forEach((text) => found.send(text));
  });
  found.addEventListener("message", (event) => tell(event.data));
  const closed = new Promise((resolve) => found.addEventListener("close", () => resolve(undefined)));
  return { send: (text) => void (ready ? found.send(text) : waiting.push(text)), closed, ...rest };
}
