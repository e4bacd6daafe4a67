// Keeps the address of the page and the game that is open the same.

import { isPlayground } from "../carrier.mjs";
import { linkOf, queryOf } from "./link.mjs";

const WAIT = 300; // milliseconds without a change until the address is written

export class Address {
  /** @param {import("./table.mjs").TableView} view */
  constructor(view) {
    this.view = view;
    /** @type {import("../routes.mjs").Route | null} */
    this.route = null;
    this.written = "";
    /** What was written last, for a game that the engine has lost. @type {Record<string, string>} */
    this.kept = {};
    this.timer = 0;
    this.turn = 0;
    const { client } = view.app;
    client.on("restarted", () => this.lose());
    client.on("disconnected", () => this.lose());
  }

  /** The engine is gone, and the game with it. */
  lose() {
    this.view.session.game = "";
    this.written = "";
  }

  /** There is an engine: a new one, if a game was lost. */
  greeted() {
    if (this.view.visible && !this.view.session.isOpen) void this.follow();
  }

  /** Opens the game of the address again, which the engine has closed. */
  async reopen() {
    this.lose();
    await this.follow();
  }

  /** Opens what the address names, if it is not open yet. */
  async follow() {
    const { view, route } = this;
    const { app, session } = view;
    if (!route || !app.state.hello || (session.isOpen && location.hash === this.written)) return;
    const turn = ++this.turn;
    this.written = ""; // another game is opened, which has no address yet
    clearTimeout(this.timer);
    try {
      const isNamed = Object.keys(route.query).length > 0;
      const link = await linkOf(isNamed || session.isOpen ? route.query : this.kept);
      const { start } = app.state.hello;
      if (turn !== this.turn) return;
      if (link) await view.open(link.setup, { viewer: link.seat, at: link.at });
      else if (session.isOpen) this.write(0);
      else if (start) await view.open(start);
      else view.drawWelcome();
    } catch (refusal) {
      const refused = /** @type {Partial<import("../client.mjs").Refusal>} */ (refusal);
      if (refused.code) app.failed(refused);
      else app.say(app.words("bad_link"));
      if (!session.isOpen) view.drawWelcome();
    }
  }

  /**
   * Writes the address of the game, soon.
   * @param {number} [wait]
   */
  write(wait = WAIT) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.writeNow(), wait);
  }

  async writeNow() {
    const { session, app } = this.view;
    const { game } = session;
    const { turn } = this;
    if (!session.isOpen) return;
    try {
      const { files, ...table } = await session.share();
      // At a server, the rules are in the folder; the playground has no other place for them.
      const setup = files && isPlayground() ? { ...table, files } : table;
      const query = await queryOf({ setup, at: session.atEnd ? undefined : session.at, seat: session.viewer });
      if (!this.view.visible || session.game !== game || turn !== this.turn) return;
      app.go({ view: "table", query }, { replace: true });
      this.written = location.hash;
      this.kept = query;
      this.route = { view: "table", path: "", query };
    } catch {
      // the engine is gone: the address stays as it was
    }
  }
}
