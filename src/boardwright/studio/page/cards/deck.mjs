// The cards of a ruleset: asks the engine for them, and for their pictures a few at a time, those first that are looked at.

/** @typedef {import("../types.d.ts").Card} Card */
/** @typedef {import("../types.d.ts").Sign} Sign */
/** @typedef {import("../client.mjs").Ok<"cards">} Told */

/** A printed card is some 60 kB: this many make an answer that is soon there. */
const AT_ONCE = 8;

export class Deck {
  /** @param {import("../client.mjs").Client} client */
  constructor(client) {
    this.client = client;
    /** @type {Told | null} */
    this.told = null;
    /** @type {any} what the cards are of */
    this.of = null;
    /** Pictures by all that is printed on them, so that one is asked for again when it changes. @type {Map<string, string>} */
    this.pictures = new Map();
    /** @type {Set<Card>} */
    this.wanted = new Set();
    this.asking = false;
    this.prints = true;
    /** Counts what was asked, so that late answers are not taken for new ones. */
    this.turn = 0;
    /** @type {(card: Card, picture: string | null) => void} */
    this.onpicture = () => {};
  }

  /**
   * Asks for all cards. Rejects with a refusal; null if something else was asked for meanwhile.
   * @param {{ruleset: string, with: string[], language?: string}} of
   * @returns {Promise<Told | null>}
   */
  async ask(of) {
    const turn = ++this.turn;
    this.wanted.clear();
    const told = await this.unlessLate(turn, this.client.ask("cards", of));
    if (!told) return null;
    this.of = { ...of, language: told.language };
    this.told = told;
    return told;
  }

  /**
   * Asks what `validate` and the press say of the cards; null if something else was asked for meanwhile.
   * @returns {Promise<{by: Record<string, any[]>, rest: any[]} | null>}
   */
  async check() {
    const turn = this.turn;
    const found = await this.unlessLate(turn, this.client.ask("cards", { ...this.of, check: true }));
    return found && { by: found.findings, rest: found.rest };
  }

  /**
   * The answer; null for an answer or a refusal that comes after something else was asked for.
   * @param {number} turn
   * @param {Promise<Told>} asked
   * @returns {Promise<Told | null>}
   */
  async unlessLate(turn, asked) {
    try {
      const told = await asked;
      return turn === this.turn ? told : null;
    } catch (refusal) {
      if (turn !== this.turn) return null;
      throw refusal;
    }
  }

  /** @param {Card} card */
  key(card) {
    return `${this.of?.language}\n${JSON.stringify({ ...card, path: null, line: null })}`;
  }

  /**
   * Wants the picture of a card: at once if it is known, else `onpicture` is called with it.
   * @param {Card} card
   */
  want(card) {
    const known = this.pictures.get(this.key(card));
    if (known || !this.prints) this.onpicture(card, known ?? null);
    else {
      this.wanted.add(card);
      if (!this.asking) void this.askPictures();
    }
  }

  async askPictures() {
    this.asking = true;
    await Promise.resolve(); // all that are seen at once are asked for together
    while (this.wanted.size > 0) {
      const some = [...this.wanted].slice(0, AT_ONCE);
      some.forEach((card) => this.wanted.delete(card));
      const turn = this.turn;
      const keys = some.map((card) => this.key(card));
      /** @type {Record<string, string>} */
      let pictures = {};
      try {
        pictures = (await this.client.ask("cards", { ...this.of, image: true, only: some.map((card) => card.id) })).pictures;
      } catch (refusal) {
        // Without typst no card can be printed, but each can be drawn.
        const { code, gone } = /** @type {import("../client.mjs").Refusal} */ (refusal);
        if (code === "unavailable" && !gone) this.prints = false;
      }
      some.forEach((card, n) => {
        const picture = pictures[card.id] ?? null;
        if (picture) this.pictures.set(keys[n] ?? "", picture);
        if (turn === this.turn) this.onpicture(card, picture);
      });
    }
    this.asking = false;
  }
}
