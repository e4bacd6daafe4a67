// While a game is open, a rule that was changed is tried at once: the choices of the game are played again with the new rules, and a
// strip says what came of it.

import { button, el, put } from "../dom.mjs";

/** @typedef {{same: boolean, at: number | null, was?: string, offered?: string[], picture: any, position: any}} Answer */
/** @typedef {{filename: string, location?: {row: number, column: number}, message: string, code: string}} Found */

const MOST = 4; // options that are named

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

  /** Plays the game that is open again, if there is one. */
  async begin() {
    const game = this.app.state.game;
    if (!game) return this.hide();
    const asked = ++this.asked;
    try {
      /** @type {Answer} */
      const answer = await this.app.client.ask("retry", { game: game.game });
      const now = this.app.state.game;
      if (asked !== this.asked || now?.game !== game.game) return; // another change, or another game
      this.app.state.set({ game: { ...now, picture: answer.picture, position: answer.position } });
      if (answer.same) this.same(answer);
      else this.differs(answer);
    } catch (error) {
      const refusal = /** @type {import("../client.mjs").Refusal} */ (error);
      if (asked !== this.asked) return;
      if (refusal.code === "rules") this.wrong(refusal);
      else if (refusal.code === "no_game") this.hide();
      else this.app.failed(refusal);
    }
  }

  /** @param {Answer} answer */
  same(answer) {
    const { words } = this.app;
    const text = words("rules_same", { at: answer.position.at });
    this.show("good", el("p", {}, el("strong", {}, words("rules_tried")), " ", text), this.toTable(answer.position.at));
  }

  /** @param {Answer} answer */
  differs(answer) {
    const { words } = this.app;
    const at = answer.at ?? 0;
    const offered = answer.offered ?? [];
    const more = offered.length - MOST;
    const listed = offered.slice(0, MOST).join(", ") + (more > 0 ? words("rules_and_more", { n: more }) : "");
    this.show(
      "other",
      el(
        "p",
        {},
        el("strong", {}, words("rules_differs", { at: at + 1 })),
        " ",
        answer.was ? words("rules_was", { was: answer.was }) : "",
        " ",
        offered.length ? words("rules_offered", { options: listed }) : words("rules_offered_nothing"),
      ),
      this.toTable(at),
    );
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
    const go = () => this.app.go({ view: "table" });
    return button(this.app.words("rules_to_decision", { at: at + 1 }), go, { class: "main" });
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
