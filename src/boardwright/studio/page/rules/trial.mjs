// While a game is open, a rule that was changed is tried at once: the choices of the game are played again with the new rules, and a
// strip says what came of it.

import { button, el, put } from "../dom.mjs";

/** @typedef {import("../client.mjs").Ok<"retry">} Answer */
/** @typedef {{filename: string, location?: {row: number, column: number}, message: string, code: string}} Found */

const MOST = 4; // options that are named
const GONE = new Set(["no_game", "unavailable", "disconnected", "cancelled"]);

export class Trial {
  /**
   * @param {import("../main.mjs").App} app
   * @param {HTMLElement} host
   */
  constructor(app, host) {
    this.app = app;
    this.host = host;
    this.asked = 0;
    app.state.watch((changed) => {
      if (changed.includes("game") && !app.state.game) this.hide();
    });
  }

  hide() {
    put(this.host);
    this.host.hidden = true;
  }

  /**
   * Plays the game that is open again, if there is one. The table stays at its decision, or shows the one at which a choice cannot be
   * made any more.
   */
  async begin() {
    const { client, state } = this.app;
    const game = state.game;
    if (!game) return this.hide();
    const asked = ++this.asked;
    const { at, seat } = game.position;
    try {
      const answer = await client.ask("retry", { game: game.game, seat });
      const { of } = answer.position;
      const stops = answer.was !== undefined || answer.at === of;
      const wanted = stops ? of : Math.min(at, of);
      const there = wanted === answer.position.at ? answer : await client.ask("position", { game: game.game, at: wanted, seat });
      const now = state.game;
      if (asked !== this.asked || now?.game !== game.game) return; // another change, or another game
      state.set({ game: { ...now, picture: answer.picture, position: there.position } });
      if (answer.at === null) this.same(of, wanted);
      else if (stops) this.stops(answer, wanted);
      else this.differs(answer.at + 1);
    } catch (error) {
      const refusal = /** @type {import("../client.mjs").Refusal} */ (error);
      if (asked !== this.asked) return;
      if (refusal.code === "rules") this.wrong(refusal);
      else if (GONE.has(refusal.code)) this.hide();
      else this.app.failed(refusal);
    }
  }

  /**
   * @param {number} of
   * @param {number} at
   */
  same(of, at) {
    const { words } = this.app;
    this.show("good", el("p", {}, el("strong", {}, words("rules_tried")), " ", words("rules_same", { of })), this.toTable(at));
  }

  /**
   * A choice cannot be made any more.
   * @param {Answer} answer
   * @param {number} at
   */
  stops(answer, at) {
    const { words } = this.app;
    const offered = answer.offered ?? [];
    const more = offered.length - MOST;
    const listed = offered.slice(0, MOST).join(", ") + (more > 0 ? words("rules_and_more", { n: more }) : "");
    const was = answer.was === undefined ? "" : words("rules_was", { was: answer.was });
    const now = offered.length ? words("rules_offered", { options: listed }) : words("rules_offered_nothing");
    this.show("other", el("p", {}, el("strong", {}, words("rules_differs", { at })), was && ` ${was} ${now}`), this.toTable(at));
  }

  /**
   * All choices can be made, and lead elsewhere.
   * @param {number} at the first decision that is reached with another position
   */
  differs(at) {
    const { words } = this.app;
    this.show("good", el("p", {}, el("strong", {}, words("rules_tried")), " ", words("rules_other_position", { at })), this.toTable(at));
  }

  /** @param {import("../client.mjs").Refusal} refusal */
  wrong(refusal) {
    const { words } = this.app;
    const findings = /** @type {Found[]} */ (refusal.findings ?? []);
    const first = findings[0]?.message ?? refusal.message;
    this.show("wrong", el("p", {}, el("strong", {}, words("rules_game_waits", { n: findings.length })), " ", first));
  }

  /** @param {number} at */
  toTable(at) {
    return button(this.app.words("rules_to_decision", { at }), () => void this.go(at).catch((refusal) => this.app.failed(refusal)), { class: "main" });
  }

  /**
   * Shows a decision at the table.
   * @param {number} at
   */
  async go(at) {
    const { client, state, go } = this.app;
    const game = state.game;
    if (game && game.position.at !== at) {
      const { seat } = game.position;
      const { position } = await client.ask("position", { game: game.game, at: Math.min(at, game.position.of), seat });
      state.set({ game: { ...game, picture: { ...game.picture }, position } }); // by another picture the table sees that it is meant
    }
    go({ view: "table" });
  }

  /**
   * @param {string} kind
   * @param {...Node} content
   */
  show(kind, ...content) {
    put(this.host, ...content);
    this.host.dataset.kind = kind;
    this.host.hidden = false;
  }
}
