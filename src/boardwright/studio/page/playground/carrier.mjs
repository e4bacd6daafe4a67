// Carries messages between the page and the workers of the playground, with the same interface as a socket. A worker that
// does not answer is ended, and a new one takes its place, with the files as they were.

import { kept } from "./kept.mjs";
import { loadKit, loadLanguage } from "./loading.mjs";
import { hideProgress, showFailure, showProgress, showStop } from "./progress.mjs";

/** @typedef {import("../carrier.mjs").Listener} Listener */
/** @typedef {import("../carrier.mjs").Carrier} Carrier */
/** @typedef {import("../carrier.mjs").Transport} Transport */
/** @typedef {import("./worker.mjs").Changes} Changes */
/** @typedef {import("./worker.mjs").Role} Role */

const LONG = 5_000; // milliseconds without a sign of life, while a question waits, until it can be stopped...
const LONGEST = 60_000; // ...and until it is
const LONGEST_AFTER_CANCEL = 3_000;

/** All files that are not as they were shipped. @type {Changes} */
const changed = {};
/** @typedef {(changes: Changes, came: string) => void} Watch hears what changed, and by which request */
/** @type {Set<Watch>} */
const watchers = new Set();
/** @type {ReturnType<typeof loadKit> | undefined} */
let kit;
/** @type {Promise<ArrayBuffer> | undefined} */
let languageArchive;

/** What the workers are made of; loaded when it is asked for first. */
function ready() {
  kit ??= loadKit(showProgress);
  return kit;
}

/** The files that this browser keeps are there from the beginning. */
const begun = kept().then((found) => void Object.assign(changed, found));

function language() {
  languageArchive ??= loadLanguage().catch((error) => {
    languageArchive = undefined; // load it again at the next try
    throw error;
  });
  return languageArchive;
}

/** All files that are not as they were shipped. */
export function changedFiles() {
  return changed;
}

/**
 * Runs `watch` when files change.
 * @param {Watch} watch
 */
export function watchFiles(watch) {
  watchers.add(watch);
}

/**
 * @param {Changes} changes
 * @param {string} came
 */
function remember(changes, came) {
  const others = Object.entries(changes).filter(([path, data]) => !isSame(data, changed[path]));
  if (!others.length) return;
  const found = Object.fromEntries(others);
  Object.assign(changed, found);
  watchers.forEach((watch) => watch(found, came));
}

/**
 * @param {Uint8Array | null} one
 * @param {Uint8Array | null | undefined} other
 */
function isSame(one, other) {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/**
 * A new worker that has what it needs.
 * @param {Role} role
 */
async function newWorker(role) {
  const { script, runtime, library, engine, about } = await ready();
  await begun;
  const archives = role === "engine" ? [engine] : [engine, await language()];
  const worker = new Worker(script, { type: "module" });
  worker.postMessage({ role, runtime, library, archives, lock: about.lock, start: about.start, files: changed });
  return worker;
}

/**
 * A connection with the engine.
 * @param {Listener} listener
 * @returns {Carrier}
 */
export function connect(listener) {
  /** @type {Worker | null} */
  let worker = null;
  /** Questions without an answer. @type {Set<number>} */
  const waiting = new Set();
  let longest = LONGEST;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let offer;

  function rest() {
    clearTimeout(patience);
    clearTimeout(offer);
    hideProgress();
  }

  function wait() {
    rest();
    if (!waiting.size || !worker) return;
    patience = setTimeout(restart, longest);
    offer = setTimeout(() => showStop(restart), LONG);
  }

  /** @param {MessageEvent} event */
  function hear({ data }) {
    if (typeof data !== "string") {
      if (data.files) remember(data.files, data.came);
      if (data.ready) opened();
      if (data.failed) showFailure(data.failed);
      return;
    }
    const message = JSON.parse(data);
    if ("id" in message) waiting.delete(message.id);
    if (!waiting.size) longest = LONGEST;
    wait();
    listener.message(message);
  }

  let before = false;
  function opened() {
    waiting.clear(); // what was asked meanwhile has nobody to answer it
    rest();
    if (before) listener.message({ tell: "restarted" });
    else listener.opened();
    before = true;
    language().catch(() => {}); // while nothing else is to do, so that everything is here when the network is gone
  }

  async function begin() {
    try {
      worker = await newWorker("engine");
      worker.addEventListener("message", hear);
      worker.addEventListener("error", restart);
    } catch (error) {
      kit = undefined; // load it again at the next try
      showFailure(error);
    }
  }

  function restart() {
    worker?.terminate();
    worker = null;
    waiting.clear();
    rest();
    longest = LONGEST;
    void begin();
  }

  void begin();
  return {
    send(message) {
      const { id, do: what } = /** @type {{id: number, do: string}} */ (message);
      const isFirst = !waiting.size;
      waiting.add(id);
      if (what === "cancel") longest = LONGEST_AFTER_CANCEL;
      // A question behind others is no sign of life.
      if (isFirst || what === "cancel") wait();
      worker?.postMessage(JSON.stringify(message));
    },
    close() {
      rest();
      worker?.terminate();
      listener.closed(0);
    },
  };
}

/**
 * A connection with a language server.
 * @returns {Transport}
 */
export function languageServer() {
  /** @type {Set<(text: string) => void>} */
  const listeners = new Set();
  /** @type {string[]} */
  const unsent = [];
  /** @type {Worker | null} */
  let worker = null;
  /** @type {() => void} */
  let end = () => {};
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => (end = resolve));
  newWorker("language").then((made) => {
    made.addEventListener("error", end);
    made.addEventListener("message", ({ data }) => {
      if (typeof data === "string") listeners.forEach((listen) => listen(data));
      else if (data.failed) end();
      else if (data.ready) {
        worker = made;
        unsent.splice(0).forEach((text) => made.postMessage(text));
        watchFiles((files) => made.postMessage({ files }));
      }
    });
  }, end);
  return {
    closed,
    send: (text) => void (worker ? worker.postMessage(text) : unsent.push(text)),
    subscribe: (listen) => void listeners.add(listen),
    unsubscribe: (listen) => void listeners.delete(listen),
  };
}
