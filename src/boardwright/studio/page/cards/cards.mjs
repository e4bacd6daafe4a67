// The view of cards: all pieces of a ruleset as they will be printed, with findings and strengths.

import { button, el, put } from "../dom.mjs";
import { refusalText } from "../refusals.mjs";
import { choice, fillChoice, firstChosen, labelled, rulesetFields } from "../rulesets.mjs";
import { figure, finding, showBelow, showFace } from "./card.mjs";
import { Deck } from "./deck.mjs";
import { printDialog } from "./print.mjs";

/** @typedef {import("./deck.mjs").Card} Card */
/** @typedef {import("../main.mjs").App} App */
/** @typedef {{by: Record<string, any[]>, rest: any[]}} Checked */

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

const LATER = 200; // milliseconds without a key until the list is filtered

class CardsView {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.words = app.words;
    this.deck = new Deck(app.client);
    this.deck.onpicture = (card, picture) => this.showPicture(card, picture);
    /** @type {import("../rulesets.mjs").Chosen} */
    this.chosen = { ruleset: "", with: [] };
    /** @type {Record<string, string>} */
    this.filter = {};
    /** @type {Checked | null} */
    this.checked = null;
    /** @type {Map<string, ReturnType<typeof figure>>} */
    this.figures = new Map();
    this.seen = new IntersectionObserver((entries) => this.look(entries), { rootMargin: "300px" });
    this.pausing = 0;
    this.rulesets = el("div", { class: "fields" });
    this.language = choice([], "", (lang) => this.goto({ lang }));
    this.kind = choice([], "", (kind) => this.goto({ kind }));
    this.origin = choice([], "", (from) => this.goto({ from }));
    this.find = el("input", { type: "search", placeholder: app.words("cards_find_hint"), oninput: () => this.findLater() });
    this.wrong = el("input", { type: "checkbox", onchange: () => this.goto({ wrong: this.wrong.checked ? "1" : "" }) });
    this.print = button(app.words("print"), () => this.openPrint(), { class: "main" });
    this.about = el("p", { class: "cards-about", role: "status" });
    this.others = el("div", {});
    this.grid = el("div", { class: "cards-grid" });
    this.build();
  }

  build() {
    const { words } = this;
    put(
      this.host,
      el(
        "section",
        { class: "panel cards-bar", "aria-label": words("cards") },
        this.rulesets,
        el(
          "div",
          { class: "fields" },
          labelled(words("cards_find"), this.find),
          labelled(words("cards_kind"), this.kind),
          labelled(words("cards_origin"), this.origin),
          labelled(words("cards_language"), this.language),
          el("label", { class: "tick" }, this.wrong, el("span", {}, words("cards_only_findings"))),
          this.print,
        ),
        this.about,
        this.others,
      ),
      this.grid,
    );
  }

  /** @param {import("../routes.mjs").Route} route */
  async show({ query }) {
    if (!this.app.state.hello) {
      const stop = this.app.state.watch(() => {
        stop();
        void this.show({ view: "cards", path: "", query });
      });
      return;
    }
    this.filter = query;
    this.deck.prints = Boolean(this.app.state.hello.can?.print);
    const first = query["ruleset"] || !this.chosen.ruleset ? firstChosen(this.app.state, query) : this.chosen;
    if (!first) {
      put(this.grid, el("p", { class: "soft" }, this.words("cards_no_rules")));
      return;
    }
    this.chosen = first;
    this.showFields();
    // Rules may have changed since: what is unchanged is shown at once, and stays.
    await this.load();
  }

  hide() {
    this.seen.disconnect();
  }

  /** @param {Record<string, string>} changed */
  goto(changed) {
    /** @type {Record<string, string>} */
    const query = { ...this.filter, ruleset: this.chosen.ruleset, with: this.chosen.with.join(","), ...changed };
    for (const [name, value] of Object.entries(query)) if (!value) delete query[name];
    this.filter = query;
    this.app.go({ view: "cards", query }, { replace: true });
    if ("lang" in changed || "ruleset" in changed) void this.show({ view: "cards", path: "", query });
    else this.showCards();
  }

  findLater() {
    clearTimeout(this.pausing);
    this.pausing = setTimeout(() => this.goto({ q: this.find.value }), LATER);
  }

  showFields() {
    const { hello } = this.app.state;
    const { words } = this;
    const names = { hello, words, game: words("cards_of"), expansions: words("cards_with") };
    put(
      this.rulesets,
      ...rulesetFields(names, this.chosen, (chosen) => {
        this.chosen = chosen;
        this.goto({ ruleset: chosen.ruleset, with: chosen.with.join(","), kind: "", from: "" });
      }),
    );
  }

  async load() {
    const { words } = this;
    const language = this.filter["lang"] || this.app.language;
    put(this.about, words("loading"));
    this.host.setAttribute("aria-busy", "true");
    try {
      const told = await this.deck.ask({ ...this.chosen, language });
      if (!told) return;
      this.checked = null;
      this.showChoices(told);
      this.showCards();
      this.checked = await this.deck.check();
      if (this.checked) this.showFindings();
    } catch (refusal) {
      this.showRefused(/** @type {any} */ (refusal));
    } finally {
      this.host.removeAttribute("aria-busy");
    }
  }

  /** @param {import("../client.mjs").Refusal} refusal */
  showRefused(refusal) {
    const findings = refusal.findings ?? [];
    put(this.about, findings.length ? this.words("cards_broken") : refusalText(this.words, refusal));
    put(this.others, el("ul", { class: "card-findings" }, ...findings.map((each) => finding(each, /** @type {any} */ ({})))));
    if (findings.length) put(this.grid);
  }

  /** @param {import("./deck.mjs").Told} told */
  showChoices(told) {
    const all = /** @type {[string, string]} */ (["", this.words("cards_all")]);
    const names = new Intl.DisplayNames([this.app.language], { type: "language" });
    fillChoice(this.language, told.languages.map((each) => [each, names.of(each) ?? each]), told.language);
    fillChoice(this.kind, [all, ...told.kinds.map((each) => /** @type {[string, string]} */ ([each.id, each.name]))], this.filter["kind"] ?? "");
    const origins = new Map(told.cards.map((card) => [card.origin, card.set]));
    fillChoice(this.origin, [all, ...origins], this.filter["from"] ?? "");
    this.find.value = this.filter["q"] ?? "";
    this.wrong.checked = Boolean(this.filter["wrong"]);
    put(this.others);
  }

  /** @param {Card} card */
  isShown(card) {
    const { kind, from, q, wrong } = this.filter;
    const text = `${card.name} ${card.text} ${card.kind_name} ${card.piece} ${card.facts.join(" ")}`.toLowerCase();
    return (
      (!kind || card.kind === kind) &&
      (!from || card.origin === from) &&
      (!q || text.includes(q.toLowerCase())) &&
      (!wrong || (this.checked?.by[card.id]?.length ?? 0) > 0)
    );
  }

  showCards() {
    const told = this.deck.told;
    if (!told) return;
    const cards = told.cards.filter((card) => this.isShown(card));
    this.seen.disconnect();
    this.figures.clear();
    const groups = told.kinds
      .map((kind) => ({ kind, of: cards.filter((card) => card.kind === kind.id) }))
      .filter(({ of }) => of.length > 0)
      .sort((one, other) => Number(other.of[0]?.card) - Number(one.of[0]?.card)) // what is read first, then tokens
      .map(({ kind, of }) => this.group(kind, of));
    put(this.grid, ...groups);
    if (cards.length === 0) put(this.grid, el("p", { class: "soft" }, this.words(told.cards.length ? "cards_none" : "cards_no_cards")));
    this.showAbout(cards.length);
    for (const [id, { element }] of this.figures) {
      element.dataset.card = id;
      this.seen.observe(element);
    }
  }

  /**
   * @param {{id: string, name: string}} kind
   * @param {Card[]} cards
   */
  group(kind, cards) {
    const items = cards.map((card) => {
      const found = figure(card, this.words);
      this.figures.set(card.id, found);
      this.showRest(card);
      return found.element;
    });
    const title = el("h2", {}, capital(kind.name), " ", el("span", { class: "soft" }, String(cards.length)));
    return el("section", {}, title, el("ul", { class: "cards-of-kind" }, ...items));
  }

  /** @param {Card} card */
  showRest(card) {
    const strength = this.deck.told?.strengths[`${card.kind}/${card.piece}`] ?? null;
    const below = this.figures.get(card.id)?.below;
    if (below) showBelow(below, card, { findings: this.checked?.by[card.id] ?? [], strength }, this.words);
  }

  /** @param {number} shown */
  showAbout(shown) {
    const { words } = this;
    const told = this.deck.told;
    if (!told) return;
    const all = told.cards.length;
    const run = told.run;
    const { ruleset } = this.chosen;
    put(
      this.about,
      el("span", {}, shown === all ? words("cards_count", { n: all }) : words("cards_shown", { n: shown, of: all })),
      this.state(),
      run
        ? el("a", { href: `#/runs/${encodeURIComponent(run.id)}` }, words("cards_last_run", { games: run.games, players: run.players }))
        : el(
            "a",
            { href: `#/runs?${new URLSearchParams({ ruleset, with: this.chosen.with.join(",") })}` },
            words("cards_no_run"),
          ),
      !this.deck.prints && el("span", { class: "soft" }, words("cards_drawn_here")),
    );
  }

  /** What the checks say of all cards together. */
  state() {
    const { words, checked } = this;
    if (!checked) return el("span", { class: "soft" }, words("cards_checking"));
    const count = Object.values(checked.by).reduce((sum, each) => sum + each.length, 0);
    if (count + checked.rest.length === 0) return el("span", { class: "fine" }, words("cards_nothing_wrong"));
    return el("span", { class: "wrong" }, words("cards_findings", { n: count }));
  }

  showFindings() {
    const told = this.deck.told;
    const rest = this.checked?.rest ?? [];
    if (this.filter["wrong"]) this.showCards();
    told?.cards.forEach((card) => this.showRest(card));
    this.showAbout(this.figures.size);
    const list = el("ul", { class: "card-findings" }, ...rest.map((each) => finding(each, /** @type {any} */ ({}))));
    put(this.others, rest.length > 0 && el("details", {}, el("summary", {}, this.words("cards_other_findings", { n: rest.length })), list));
  }

  /** @param {IntersectionObserverEntry[]} entries */
  look(entries) {
    for (const { isIntersecting, target } of entries) {
      const card = this.deck.told?.cards.find((each) => each.id === /** @type {HTMLElement} */ (target).dataset.card);
      if (!isIntersecting || !card) continue;
      this.seen.unobserve(target);
      this.deck.want(card);
    }
  }

  /**
   * @param {Card} card
   * @param {string | null} picture
   */
  showPicture(card, picture) {
    const found = this.figures.get(card.id);
    if (found) showFace(found.face, card, picture);
  }

  openPrint() {
    const told = this.deck.told;
    if (!told) return;
    printDialog(this.app, { ...this.chosen, language: told.language }, told);
  }
}

/**
 * Opens the view in an element of the page.
 * @param {HTMLElement} host
 * @param {App} app
 */
export function open(host, app) {
  const view = new CardsView(host, app);
  return {
    /** @param {import("../routes.mjs").Route} route */
    show: (route) => void view.show(route),
    hide: () => view.hide(),
  };
}
