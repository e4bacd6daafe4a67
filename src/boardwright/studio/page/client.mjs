// Questions to the engine, each with a promise of its answer, and its news. See `protocol/` for what may be asked.

import { connect, languageServer } from "./carrier.mjs";

/** @typedef {import("./types.d.ts").Requests} Requests */
/** @typedef {import("./types.d.ts").Answers} Answers */
/**
 * What is answered. The keys of some answers depend on what was asked in particular, and whoever asks knows which are there.
 * @template {keyof Answers} Do
 * @typedef {Do extends "cards" | "file" | "run" ? Required<Answers[Do]> : Answers[Do]} Ok
 */
/**
 * Why a request was refused. `gone` says that whoever was asked is gone, which the page has said already.
 * @typedef {{code: string, message: string, help?: string[], findings?: any[], now?: any, reason?: string, at?: number, gone?: boolean}} Refusal
 */
/** @typedef {{resolve: (ok: any) => void, reject: (refusal: Refusal) => void}} Waiting */

const SHORTEST = 250; // milliseconds until the next try to connect, doubled each time
const LONGEST = 4000;
const REFUSED = new Set([4403, 4429]); // codes of a socket: a wrong token, too many pages

export class Client {
  constructor() {
    /** @type {import("./carrier.mjs").Carrier | null} */
    this.carrier = null;
    this.open = false;
    this.wait = SHORTEST;
    this.last = 0;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /** @type {Map<string, Set<(news: any) => void>>} */
    this.listeners = new Map();
    /** @type {object[]} */
    this.unsent = [];
    this.connect();
  }

  connect() {
    this.carrier = connect({
      opened: () => {
        this.open = true;
        this.wait = SHORTEST;
        this.unsent.splice(0).forEach((message) => this.carrier?.send(message));
        this.tell({ tell: "connected" });
      },
      message: (message) => this.receive(message),
      closed: (code) => {
        this.open = false;
        this.tell({ tell: REFUSED.has(code) ? "refused" : "disconnected", code });
        this.giveUp("disconnected");
        if (REFUSED.has(code)) return;
        setTimeout(() => this.connect(), this.wait);
        this.wait = Math.min(LONGEST, 2 * this.wait);
      },
    });
  }

  /**
   * Asks the engine; rejects with a `Refusal`.
   * @template {keyof Requests & keyof Answers} Do
   * @param {Do} what
   * @param {Requests[Do]} fields
   * @returns {Promise<Ok<Do>> & {id: number}} with the id, for `cancel`
   */
  ask(what, fields) {
    const id = ++this.last;
    /** @type {Promise<any>} */
    const promise = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const message = { .../** @type {object} */ (fields), id, do: what };
    if (this.open) this.carrier?.send(message);
    else this.unsent.push(message);
    return Object.assign(promise, { id });
  }

  /**
   * Runs `listen` at each news of this kind, until the function that is returned is called. Of the client itself are
   * `connected`, `disconnected` and `refused`.
   * @param {string} tell
   * @param {(news: any) => void} listen
   */
  on(tell, listen) {
    const known = this.listeners.get(tell) ?? new Set();
    this.listeners.set(tell, known.add(listen));
    return () => void known.delete(listen);
  }

  /** A transport to a language server of its own. */
  languageServer() {
    return languageServer();
  }

  /** @param {any} message */
  receive(message) {
    if (message.tell) {
      if (message.tell === "restarted") this.giveUp("unavailable"); // the engine that was asked is gone
      this.tell(message);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) waiting?.reject(message.error);
    else waiting?.resolve(message.ok);
  }

  /** @param {any} news */
  tell(news) {
    this.listeners.get(news.tell)?.forEach((listen) => listen(news));
  }

  /**
   * Rejects all that was asked and not answered.
   * @param {string} code
   */
  giveUp(code) {
    const given = [...this.waiting.values()];
    this.waiting.clear();
    this.unsent.length = 0;
    given.forEach((each) => each.reject({ code, message: "", gone: true }));
  }
}
