// One game at the engine: where one looks, as whom, and the positions that are known already.

import { patched } from "./patch.mjs";

/** @typedef {import("../client.mjs").Client} Client */
/** @typedef {import("./link.mjs").Setup} Setup */
/** @typedef {"opened" | "went" | "stepped" | "seats"} Why what has changed: `stepped` is one decision further */

const BLOCK = 64; // positions in one `span`
/** The view of whoever is asked. */
export const TURN = "turn";
export const ALL = "all";

export class Session {
  /**
   * @param {Client} client
   * @param {string} language
   * @param {(why: Why) => void} changed
   */
  constructor(client, language, changed) {
    this.client = client;
    this.language = language;
    this.changed = changed;
    this.game = "";
    /** @type {any} */
    this.picture = null;
    /** @type {any} */
    this.position = null;
    /** @type {any} */
    this.table = null;
    /** What one looks as: a seat, all, or whoever is asked. */
    this.viewer = ALL;
    /** The seat whose view is shown. */
    this.seat = ALL;
    /** Whether the next choice may cut off what follows, because it was taken back. */
    this.undone = false;
    /** @type {Map<number, any>} by decision, as `seat` sees them */
    this.known = new Map();
    /** @type {Map<number, Promise<void>>} by their first decision */
    this.asked = new Map();
    /** Counts where one went: an answer for an earlier turn is late. */
    this.turn = 0;
    this.opening = 0;
    /** Who is asked, if whoever hands the screen on must know it and the view does not tell. @type {string | null} */
    this.next = null;
  }

  get isOpen() {
    return this.game !== "";
  }

  get at() {
    return this.position?.at ?? 0;
  }

  get of() {
    return this.position?.of ?? 0;
  }

  get atEnd() {
    return this.at === this.of;
  }

  /**
   * Opens a game: a setup, a save, or what was shared.
   * @param {object} fields of `open`
   * @param {{viewer?: string, at?: number}} [how]
   */
  async open(fields, { viewer = "", at } = {}) {
    const opening = ++this.opening;
    const opened = await this.client.ask("open", { ...fields, language: this.language, seat: ALL });
    if (opening !== this.opening) return; // another game was asked for meanwhile
    this.take(opened);
    this.viewer = this.viewers().includes(viewer) ? viewer : this.ownViewer();
    this.seat = this.seatOf(this.viewer);
    if (this.seat !== this.position.seat) this.forget(); // who sees all saw more
    if (at !== undefined && at < this.of) await this.look(at);
    else if (this.seat !== this.position.seat) await this.look(this.of);
    this.changed("opened");
  }

  /** @param {{game: string, picture: any, position: any, table: any}} opened */
  take(opened) {
    this.game = opened.game;
    this.picture = opened.picture;
    this.position = opened.position;
    this.table = opened.table;
    this.forget();
    this.keep(opened.position);
  }

  /** All that one may look as. */
  viewers() {
    return [TURN, ...this.table.seats.map((/** @type {any} */ seat) => seat.id), ALL];
  }

  people() {
    return this.table.seats.filter((/** @type {any} */ seat) => seat.agent === null);
  }

  /** As whom one looks who has just sat down: the only person; else everybody's cards lie open. */
  ownViewer() {
    const people = this.people();
    return people.length === 1 ? people[0].id : ALL;
  }

  /** @param {string} viewer */
  seatOf(viewer) {
    if (viewer !== TURN) return viewer;
    const asked = this.position.waiting?.seat ?? this.next;
    const isPerson = this.people().some((/** @type {any} */ seat) => seat.id === asked);
    if (isPerson) return asked;
    return this.seat === ALL ? (this.people()[0]?.id ?? ALL) : this.seat;
  }

  /** @param {string} viewer */
  async lookAs(viewer) {
    this.viewer = viewer;
    const seat = this.seatOf(viewer);
    if (seat !== this.seat) {
      this.seat = seat;
      this.forget();
    }
    await this.goTo(this.at);
  }

  /** The person to whom the screen must be handed over before they choose, if any. */
  get nextViewer() {
    if (this.viewer !== TURN) return null;
    const seat = this.seatOf(TURN);
    return seat === this.seat ? null : seat;
  }

  /**
   * Looks at another decision of the game.
   * @param {number} at
   */
  async goTo(at) {
    const turn = ++this.turn;
    const wanted = Math.max(0, Math.min(at, this.of));
    const found = this.known.get(wanted) ?? (await this.load(wanted));
    const stepped = found.at === this.at + 1;
    if (turn === this.turn) await this.findNext(found);
    if (turn !== this.turn || found.game !== this.game) return; // somebody went elsewhere meanwhile
    this.position = { ...found, of: this.of };
    this.undone = false;
    this.changed(stepped ? "stepped" : "went");
  }

  /** @param {number} at */
  async look(at) {
    const { turn } = this;
    const { position } = await this.client.ask("position", { game: this.game, at, seat: this.seat });
    if (turn !== this.turn && this.position.seat === this.seat) return; // somebody went elsewhere meanwhile
    this.keep(position);
    this.position = position;
  }

  /**
   * The position at a decision, which comes with those around it.
   * @param {number} at
   * @returns {Promise<any>}
   */
  async load(at) {
    const first = at - (at % BLOCK);
    const { known } = this;
    let asked = this.asked.get(first);
    if (!asked) {
      asked = this.loadBlock(first);
      this.asked.set(first, asked);
      asked.finally(() => this.asked.delete(first)).catch(() => {});
    }
    await asked;
    return known === this.known ? known.get(at) : this.load(at); // another seat looks by now
  }

  /** @param {number} first */
  async loadBlock(first) {
    const { known, game, seat } = this;
    const { positions } = await this.client.ask("span", { game, seat, from: first, to: Math.min(first + BLOCK - 1, this.of) });
    let position = null;
    for (const changes of positions) {
      position = patched(position, changes);
      known.set(position.at, position);
    }
  }

  /** Loads what is not known yet, so that the slider and the log have it. */
  async loadAll() {
    const known = this.known;
    for (let at = 0; at <= this.of; at += 1) {
      if (!this.known.has(at)) await this.load(at);
      if (this.known !== known) return;
    }
  }

  /** @param {any} position */
  keep(position) {
    this.known.set(position.at, position);
  }

  forget() {
    this.known = new Map();
    this.asked = new Map();
  }

  /**
   * Takes an option. Back in the game, this goes on in a copy, so that nothing is lost; not after `undo`.
   * @param {string} option
   * @returns {Promise<boolean>} whether it goes on in a copy
   */
  async choose(option) {
    const copied = !this.atEnd && !this.undone;
    if (copied) await this.branch();
    await this.step(await this.client.ask("choose", { game: this.game, at: this.at, option, seat: this.seat }));
    return copied;
  }

  /** Lets the agent choose that is asked. Who goes elsewhere meanwhile stays there. */
  async play() {
    const { turn } = this;
    await this.step(await this.client.ask("play", { game: this.game, at: this.at, seat: this.seat }), () => turn === this.turn);
  }

  /**
   * @param {{position: any}} answer
   * @param {() => boolean} [isMeant] whether this position is still where one wants to be
   */
  async step({ position: found }, isMeant = () => true) {
    let position = found;
    if (position.game === this.game && position.seat !== this.seat) {
      const { game, at } = position; // another seat looks by now: it is not shown what that one saw
      ({ position } = await this.client.ask("position", { game, at, seat: this.seat }));
    }
    if (isMeant()) await this.findNext(position);
    if (position.game !== this.game || position.seat !== this.seat) return; // another game was opened meanwhile
    for (const at of this.known.keys()) if (at >= position.at) this.known.delete(at);
    if (!isMeant()) {
      this.keep(position);
      this.position = { ...this.position, of: position.of };
      this.changed("went");
      return;
    }
    this.turn += 1;
    this.position = position;
    this.undone = false;
    this.keep(position);
    this.changed("stepped");
  }

  /**
   * Finds who is asked in secret, for whoever hands the screen on.
   * @param {any} position
   */
  async findNext(position) {
    this.next = null;
    if (this.viewer !== TURN || !position.waiting || position.waiting.seat !== null) return;
    const all = await this.client.ask("position", { game: this.game, at: position.at, seat: ALL });
    this.next = all.position.waiting?.seat ?? null;
  }

  /** One decision back, to choose in another way. What follows is kept until then. */
  async undo() {
    // Agents would choose the same again at once: back to where a person is asked.
    let at = this.at - 1;
    while (at > 0 && (this.known.get(at) ?? (await this.load(at))).waiting?.agent) at -= 1;
    await this.goTo(Math.max(0, at));
    this.undone = true;
  }

  /** Goes on in a copy of the game up to here. */
  async branch() {
    const { at, seat } = this;
    this.take(await this.client.ask("branch", { game: this.game, at, seat }));
    if (this.position.seat !== seat) await this.look(at);
    this.changed("opened");
  }

  /** @param {Record<string, string | null>} seats */
  async sit(seats) {
    const { table } = await this.client.ask("seats", { game: this.game, seats });
    this.table = table;
    this.forget(); // positions say who is an agent
    await this.look(this.at);
    this.changed("seats");
  }

  /** @returns {Promise<Setup>} what the game is, with all choices */
  async share() {
    return (await this.client.ask("share", { game: this.game })).share;
  }
}
