// The dialog that prints: what, on which paper; then the engine makes a PDF, which the browser saves.

import { dialog } from "../dialog.mjs";
import { button, el, put } from "../dom.mjs";
import { refusalText } from "../refusals.mjs";
import { choice, labelled, tick } from "../rulesets.mjs";

/** @typedef {{ruleset: string, with: string[], language: string}} Of */
/** @typedef {import("./deck.mjs").Told} Told */
/** @typedef {"cards" | "board" | "rulebook"} What */
/** @typedef {{content: HTMLElement, fields: () => object}} Part */

const SIZES = ["63x88", "57x89", "44x67", "70x120", "70x70"];
const PAGES = ["a3", "a2", "a1", "a0"];

class PrintDialog {
  /**
   * @param {import("../main.mjs").App} app
   * @param {Of} of
   * @param {Told} told
   */
  constructor(app, of, told) {
    this.app = app;
    this.words = app.words;
    this.of = of;
    this.told = told;
    /** @type {What} */
    this.what = "cards";
    /** @type {Record<What, Part>} */
    this.parts = { cards: this.cards(), board: this.board(), rulebook: this.rulebook() };
    /** @type {(Promise<any> & {id: number}) | null} */
    this.job = null;
    /** @type {string[]} */
    this.urls = [];
    this.start = el("button", { type: "submit", class: "main" }, app.words("print_start"));
    this.result = el("div", { class: "print-result", role: "status" });
    this.open();
  }

  open() {
    const { words } = this;
    const kinds = /** @type {What[]} */ (["cards", "board", "rulebook"]);
    const radios = kinds.map((what) =>
      el(
        "label",
        { class: "tick" },
        el("input", { type: "radio", name: "print-what", value: what, checked: what === this.what, onchange: () => this.choose(what) }),
        el("span", {}, words(`print_${what}`)),
      ),
    );
    const form = el(
      "form",
      { class: "print-form", onsubmit: (/** @type {Event} */ event) => void this.submit(event) },
      el("fieldset", { class: "ticks" }, el("legend", {}, words("print_what")), ...radios),
      ...kinds.map((what) => this.parts[what].content),
      el("div", { class: "fields" }, this.start),
      this.result,
    );
    this.choose(this.what);
    this.dialog = dialog(words("print_title"), [form], { close: words("close"), kind: "print", onclose: () => this.close() });
  }

  close() {
    void this.stop();
    this.urls.forEach((url) => URL.revokeObjectURL(url));
  }

  /** @param {What} what */
  choose(what) {
    this.what = what;
    for (const [name, part] of Object.entries(this.parts)) part.content.hidden = name !== what;
  }

  paper() {
    return choice([["a4", "A4"], ["letter", this.words("print_letter")]], "a4");
  }

  players() {
    const [least, most] = this.told.players;
    const counts = Array.from({ length: most - least + 1 }, (_, n) => String(least + n));
    return choice([["", this.words("print_players_most")], ...counts.map((n) => /** @type {[string, string]} */ ([n, n]))], "");
  }

  /** @returns {Part} */
  cards() {
    const { words } = this;
    const kinds = [
      ...this.told.kinds.map((kind) => ({ id: kind.id, isKind: true, box: tick(kind.name, true) })),
      ...this.told.stocks.map((stock) => ({ id: stock.id, isKind: false, box: tick(stock.name, false) })),
    ];
    const paper = this.paper();
    const size = choice([["", words("print_size_own")], ...SIZES.map((each) => /** @type {[string, string]} */ ([each, each.replace("x", " × ")]))], "");
    const players = this.players();
    const flip = choice([["long-edge", words("print_long")], ["short-edge", words("print_short")]], "long-edge");
    const bleed = el("input", { type: "number", min: 0, max: 10, step: "0.5", value: 0, inputmode: "decimal" });
    const copies = tick(words("print_copies"), true);
    const backs = tick(words("print_backs"), true);
    const isTicked = (/** @type {HTMLElement} */ each) => Boolean(each.querySelector("input")?.checked);
    return {
      content: el(
        "div",
        {},
        el("fieldset", { class: "ticks" }, el("legend", {}, words("print_kinds")), ...kinds.map((each) => each.box)),
        el(
          "div",
          { class: "fields" },
          labelled(words("print_paper"), paper),
          labelled(words("print_size"), size),
          labelled(words("print_players"), players),
          labelled(words("print_flip"), flip),
          labelled(words("print_bleed"), bleed),
        ),
        el("div", { class: "ticks" }, copies, backs),
      ),
      fields: () => ({
        paper: paper.value,
        ...(size.value && { size: size.value }),
        ...(players.value && { players: Number(players.value) }),
        flip: flip.value,
        bleed: Math.round(10 * Number(bleed.value)),
        copies: isTicked(copies),
        backs: isTicked(backs),
        only: kinds.every((each) => isTicked(each.box) === each.isKind) ? [] : kinds.filter((each) => isTicked(each.box)).map((each) => each.id),
      }),
    };
  }

  /** @returns {Part} */
  board() {
    const { words } = this;
    const paper = this.paper();
    const players = this.players();
    const pages = choice(
      [
        ["", words("print_tiles")],
        ...PAGES.map((each) => /** @type {[string, string]} */ ([each, words("print_one_page", { size: each.toUpperCase() })])),
      ],
      "",
      (value) => (paper.disabled = value !== ""),
    );
    return {
      content: el(
        "div",
        { class: "fields" },
        labelled(words("print_players"), players),
        labelled(words("print_pages"), pages),
        labelled(words("print_paper"), paper),
      ),
      fields: () => ({
        paper: paper.value,
        ...(players.value && { players: Number(players.value) }),
        ...(pages.value && { one_page: pages.value }),
      }),
    };
  }

  /** @returns {Part} */
  rulebook() {
    const paper = choice([["a4", "A4"], ["a5", "A5"], ["letter", this.words("print_letter")]], "a4");
    return { content: el("div", { class: "fields" }, labelled(this.words("print_paper"), paper)), fields: () => ({ paper: paper.value }) };
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    if (this.job) return;
    const { words } = this;
    const { what } = this;
    this.job = this.app.client.ask("print", { what, ...this.of, ...this.parts[what].fields() });
    this.start.disabled = true;
    put(this.result, el("p", {}, words("print_working"), " ", button(words("print_stop"), () => void this.stop())), el("progress", { "aria-label": words("print_working") }));
    try {
      this.done(await this.job);
    } catch (refusal) {
      this.refused(/** @type {any} */ (refusal));
    }
    this.job = null;
    this.start.disabled = false;
  }

  async stop() {
    if (this.job) await this.app.client.ask("cancel", { which: this.job.id });
  }

  /** @param {{name: string, data: string, findings?: any[], notes?: string[]}} answer */
  done({ name, data, findings = [], notes = [] }) {
    const { words } = this;
    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
    this.urls.push(url);
    const link = el("a", { class: "button main", href: url, download: name }, words("print_download", { name }));
    put(
      this.result,
      el("p", {}, words("print_done", { name, size: Math.ceil(bytes.length / 1000) })),
      el("p", {}, link),
      findings.length + notes.length > 0 &&
        el("ul", { class: "card-findings" }, ...findings.map((each) => el("li", { class: "finding" }, `${each.code}: ${each.message}`)), ...notes.map((each) => el("li", {}, each))),
    );
    link.focus();
  }

  /** @param {import("../client.mjs").Refusal} refusal */
  refused(refusal) {
    const { words } = this;
    const stopped = refusal.code === "cancelled";
    const help = refusal.help ?? [];
    const findings = refusal.findings ?? [];
    put(
      this.result,
      el("p", { class: stopped ? "soft" : "finding error" }, stopped ? words("print_stopped") : refusalText(words, refusal)),
      help.length + findings.length > 0 && el("ul", {}, ...findings.map((each) => el("li", {}, `${each.code}: ${each.message}`)), ...help.map((each) => el("li", {}, each))),
    );
  }
}

/**
 * Asks what to print of a ruleset, and prints it.
 * @param {import("../main.mjs").App} app
 * @param {Of} of
 * @param {Told} told
 */
export function printDialog(app, of, told) {
  const { words } = app;
  if (app.state.hello.can?.print) new PrintDialog(app, of, told);
  else dialog(words("print_title"), [el("p", {}, words("print_unavailable"))], { close: words("close") });
}
