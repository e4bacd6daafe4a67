// The form for a new run: which games, who plays, how many.

import { button, el, put } from "../dom.mjs";
import { choice, gamesOf, labelled, rulesetFields, tick } from "../rulesets.mjs";

/** @typedef {import("../rulesets.mjs").Chosen} Chosen */
/** @typedef {{kind: string, ruleset: string, with: string[], players?: number, agents: string[], games: number, seed: number, course: boolean}} Order */

/** Agents that try this many games for each decision, unless somebody says how many. */
const SEARCHING = ["mc", "ismcts"];
const TRIES = [20, 100, 500];
const MOST_GAMES = 10_000_000;

export class RunForm {
  /**
   * @param {import("../main.mjs").App} app
   * @param {(order: Order) => void} start
   */
  constructor(app, start) {
    this.app = app;
    this.words = app.words;
    this.start = start;
    /** @type {Chosen} */
    this.chosen = { ruleset: "", with: [] };
    this.kind = "simulate";
    /** @type {number | null} */
    this.players = null;
    /** @type {string[]} one for all seats, or one for each */
    this.agents = ["random"];
    this.games = this.number("1000", 1, MOST_GAMES);
    this.seed = this.number("0", 0, 2 ** 52);
    this.course = tick(this.words("runs_course"), false);
    this.rulesets = el("div", { class: "fields" });
    this.seats = el("div", { class: "fields" });
    this.gamesLabel = labelled(this.words("runs_games"), this.games);
    this.button = el("button", { type: "submit", class: "main", disabled: true }, this.words("runs_start"));
    this.element = this.build();
  }

  build() {
    const { words } = this;
    const kinds = /** @type {const} */ (["simulate", "tournament"]);
    const radios = kinds.map((kind) =>
      el(
        "label",
        { class: "tick" },
        el("input", { type: "radio", name: "runs-kind", value: kind, checked: kind === this.kind, onchange: () => this.choose(kind) }),
        el("span", {}, words(`runs_${kind}`)),
      ),
    );
    return el(
      "form",
      { class: "runs-form", onsubmit: (/** @type {Event} */ event) => this.submit(event) },
      el("fieldset", { class: "ticks" }, el("legend", {}, words("runs_what")), ...radios),
      this.rulesets,
      this.seats,
      el("div", { class: "fields" }, this.gamesLabel, labelled(words("runs_seed"), this.seed)),
      this.course,
      this.button,
    );
  }

  /**
   * @param {string} value
   * @param {number} min
   * @param {number} max
   */
  number(value, min, max) {
    return el("input", { type: "number", value, min, max, required: true, inputmode: "numeric" });
  }

  /** @param {"simulate" | "tournament"} kind */
  choose(kind) {
    this.kind = kind;
    this.games.value = kind === "simulate" ? "1000" : "100";
    this.agents = kind === "simulate" ? ["random"] : ["random", "greedy"];
    const label = this.gamesLabel.querySelector("span");
    if (label) label.textContent = this.words(kind === "simulate" ? "runs_games" : "runs_games_each");
    this.course.hidden = kind !== "simulate";
    this.showSeats();
  }

  /** @param {Chosen} chosen */
  show(chosen) {
    this.chosen = chosen;
    this.button.disabled = false;
    const { hello } = this.app.state;
    const names = { hello, words: this.words, game: this.words("runs_game"), expansions: this.words("runs_with") };
    put(this.rulesets, ...rulesetFields(names, chosen, (next) => this.show(next)), labelled(this.words("runs_players"), this.playersField()));
    this.showSeats();
  }

  playersField() {
    const [least, most] = gamesOf(this.app.state.hello).find((each) => each.id === this.chosen.ruleset)?.players ?? [2, 2];
    const counts = Array.from({ length: most - least + 1 }, (_, n) => String(least + n));
    if (this.players !== null && !counts.includes(String(this.players))) this.players = null;
    const options = /** @type {[string, string][]} */ ([["", this.words("runs_players_usual")], ...counts.map((n) => [n, n])]);
    return choice(options, String(this.players ?? ""), (value) => {
      this.players = Number(value) || null;
      if (this.kind === "simulate" && this.agents.length > 1) this.agents = this.forEachSeat();
      this.showSeats();
    });
  }

  /** An agent for each seat: those that were chosen, then the first one. */
  forEachSeat() {
    const first = this.agents[0] ?? "random";
    return Array.from({ length: this.players ?? 0 }, (_, n) => this.agents[n] ?? first);
  }

  showSeats() {
    const { words } = this;
    const isTournament = this.kind === "tournament";
    const alone = this.agents.length === 1;
    const fields = this.agents.flatMap((agent, n) => {
      const label = alone ? words("runs_one_for_all") : isTournament ? `${words("runs_agents")} ${n + 1}` : words("runs_agent_of", { n: n + 1 });
      return this.agentFields(agent, n, label);
    });
    const more = isTournament
      ? button(words("runs_add_agent"), () => this.setAgents([...this.agents, "greedy"]))
      : this.players !== null &&
        this.players > 1 &&
        tick(words("runs_each_seat"), !alone, (checked) => this.setAgents(checked ? this.forEachSeat() : this.agents.slice(0, 1)));
    put(this.seats, ...fields, more);
  }

  /** @param {string[]} agents */
  setAgents(agents) {
    this.agents = agents;
    this.showSeats();
  }

  /**
   * @param {string} agent such as `mc:100`
   * @param {number} n
   * @param {string} label
   */
  agentFields(agent, n, label) {
    const { words } = this;
    const [name = "", tries = String(TRIES[0])] = agent.split(":");
    const known = /** @type {string[]} */ (this.app.state.hello?.agents ?? [name]);
    const options = /** @type {[string, string][]} */ ((known.includes(name) ? known : [name, ...known]).map((each) => [each, each]));
    if (this.kind === "tournament" && this.agents.length > 2) options.push(["", "–"]);
    const change = (/** @type {string} */ next) => {
      const agents = [...this.agents];
      if (next) agents[n] = next;
      else agents.splice(n, 1);
      this.setAgents(agents);
    };
    const withTries = (/** @type {string} */ next) => (SEARCHING.includes(next) ? `${next}:${TRIES[0]}` : next);
    const found = [labelled(label, choice(options, name, (next) => change(withTries(next))))];
    if (SEARCHING.includes(name)) {
      const counts = TRIES.map((each) => /** @type {[string, string]} */ ([String(each), String(each)]));
      found.push(labelled(words("runs_strength"), choice(counts, tries, (next) => change(`${name}:${next}`))));
    }
    return found;
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    this.start({
      kind: this.kind,
      ...this.chosen,
      ...(this.players === null ? {} : { players: this.players }),
      agents: this.agents,
      games: Number(this.games.value),
      seed: Number(this.seed.value),
      course: this.kind === "simulate" && Boolean(this.course.querySelector("input")?.checked),
    });
  }
}
