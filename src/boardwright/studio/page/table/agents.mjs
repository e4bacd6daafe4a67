// Lets agents choose, one after the other, with a pause between them.

import { PACES } from "./timeline.mjs";

export class Pacer {
  /**
   * @param {import("./session.mjs").Session} session
   * @param {(refusal: any) => void} failed hears what stopped them
   */
  constructor(session, failed) {
    this.session = session;
    this.failed = failed;
    this.paused = false;
    /** @type {keyof typeof PACES} */
    this.pace = "normal";
    this.busy = false;
    this.hidden = false;
    this.timer = 0;
  }

  get waits() {
    const { session } = this;
    return session.isOpen && session.atEnd && !session.undone && Boolean(session.position.waiting?.agent);
  }

  /** Goes on if an agent is asked; else waits. */
  schedule() {
    clearTimeout(this.timer);
    if (this.paused || this.hidden || this.busy || !this.waits) return;
    this.timer = window.setTimeout(() => void this.step(), PACES[this.pace]);
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** One choice of an agent, paused or not. */
  async step() {
    clearTimeout(this.timer);
    if (this.busy || !this.waits) return;
    this.busy = true;
    try {
      await this.session.play();
    } catch (error) {
      const refusal = /** @type {import("../client.mjs").Refusal} */ (error);
      // Where the engine or the game is gone, it is opened again, and goes on.
      this.paused ||= refusal.code !== "no_game" && !refusal.gone;
      this.failed(refusal);
    } finally {
      this.busy = false;
    }
    this.schedule();
  }
}
