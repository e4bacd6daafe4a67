// The dialog for a new game: what is played, by whom, with which options.

import { dialog } from "../dialog.mjs";
import { button, el, put } from "../dom.mjs";
import { refusalText } from "../refusals.mjs";
import { capital } from "./descriptions.mjs";

/** @typedef {import("../main.mjs").App} App */

/**
 * Asks for a game, and opens it.
 * @param {App} app
 * @param {{ruleset?: string, with?: string[], players?: number}} first what is chosen in the beginning
 * @param {(fields: object) => Promise<void>} open
 */
export function newGame(app, first, open) {
  const { words } = app;
  const rulesets = app.state.hello?.rulesets ?? [];
  const games = rulesets.filter((/** @type {any} */ each) => each.kind === "game");
  const ruleset = el(
    "select",
    { name: "ruleset", onchange: () => void load() },
    ...games.map((/** @type {any} */ each) => el("option", { value: each.id, selected: each.id === first.ruleset }, each.shipped ? each.name : `${each.name} (${each.path || "."})`)),
  );
  const expansions = el("fieldset", { class: "setup-expansions" });
  const players = el("select", { name: "players", onchange: () => seats() });
  const variants = el("div", {});
  const options = el("details", { class: "setup-options" }, el("summary", {}, words("variants")), variants);
  const chairs = el("div", { class: "setup-seats" });
  const seed = el("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", name: "seed", placeholder: words("random_seed"), autocomplete: "off" });
  const wrong = el("div", { class: "wrong", role: "alert" });
  const start = el("button", { type: "submit", class: "main" }, words("begin"));
  const form = el(
    "form",
    { class: "setup" },
    label(words("game"), ruleset),
    expansions,
    label(words("players"), players),
    options,
    chairs,
    label(words("seed"), seed),
    wrong,
    el("div", { class: "dialog-foot" }, start),
  );
  const box = dialog(words("new_game"), [form], { close: words("close"), kind: "setup-dialog" });
  /** @type {any} what the chosen game can be played with */
  let setup = null;
  let turn = 0;

  const chosen = () => [...expansions.querySelectorAll("input")].filter((each) => each.checked).map((each) => each.value);

  function listExpansions() {
    const known = rulesets.filter((/** @type {any} */ each) => each.kind === "expansion" && each.of === ruleset.value);
    expansions.hidden = known.length === 0;
    put(
      expansions,
      el("legend", {}, words("expansions")),
      ...known.map((/** @type {any} */ each) =>
        el("label", { class: "check" }, el("input", { type: "checkbox", value: each.id, checked: first.with?.includes(each.id), onchange: () => void load(false) }), each.name),
      ),
    );
  }

  async function load(anew = true) {
    if (anew) listExpansions();
    const mine = ++turn;
    start.disabled = true;
    try {
      const found = await app.client.ask("setup", { ruleset: ruleset.value, with: chosen(), language: app.language });
      if (mine !== turn) return;
      setup = found;
      put(wrong);
      start.disabled = false;
      fill();
    } catch (refusal) {
      if (mine === turn) put(wrong, refusalText(words, /** @type {any} */ (refusal)));
    }
  }

  function fill() {
    const [least, most] = setup.players;
    const before = Number(players.value) || first.players || Math.min(most, Math.max(least, 3));
    const counts = Array.from({ length: most - least + 1 }, (_, n) => least + n);
    put(players, ...counts.map((n) => el("option", { value: n, selected: n === before }, n)));
    options.hidden = setup.options.length === 0;
    put(variants, ...setup.options.map((/** @type {any} */ option) => choiceOf(option)));
    seats();
  }

  /** @param {any} option */
  function choiceOf(option) {
    const values = option.values.map((/** @type {any} */ value) => el("option", { value: value.id, selected: String(option.default) === value.id }, value.name));
    return label(option.name, el("select", { name: `option ${option.id}` }, ...values));
  }

  function seats() {
    const names = setup.seats.slice(0, Number(players.value));
    const before = [...chairs.querySelectorAll("select")].map((each) => each.value);
    put(
      chairs,
      el("h3", {}, words("seats")),
      ...names.map((/** @type {any} */ seat, /** @type {number} */ n) => {
        const id = typeof seat === "string" ? seat : seat.id;
        const kept = before[n] ?? (n === 0 ? "" : usual());
        const agents = app.state.hello?.agents ?? [];
        return label(
          typeof seat === "string" ? seat : seat.name,
          el("select", { name: `seat ${id}` }, el("option", { value: "", selected: kept === "" }, words("person")), ...agents.map((/** @type {string} */ name) => el("option", { value: name, selected: name === kept }, name))),
        );
      }),
    );
  }

  const usual = () => (app.state.hello?.agents.includes("greedy") ? "greedy" : (app.state.hello?.agents[0] ?? ""));

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    /** @type {Record<string, string>} */
    const given = {};
    /** @type {Record<string, string | null>} */
    const sitting = {};
    for (const [key, value] of data) {
      const [kind, id = ""] = key.split(" ");
      if (kind === "option") given[id] = String(value);
      if (kind === "seat") sitting[id] = String(value) || null;
    }
    const number = seed.value.trim();
    start.disabled = true;
    try {
      await open({
        ruleset: ruleset.value,
        with: chosen(),
        players: Number(players.value),
        options: given,
        seats: sitting,
        ...(number ? { seed: Number(number) } : {}),
      });
      box.close();
    } catch (refusal) {
      put(wrong, refusalText(words, /** @type {any} */ (refusal)));
      start.disabled = false;
    }
  });
  void load();
}

/**
 * @param {string} text
 * @param {HTMLElement} control
 */
function label(text, control) {
  return el("label", { class: "field" }, el("span", {}, capital(text)), control);
}

/**
 * What is shown while no game is open: the games to choose from.
 * @param {HTMLElement} host
 * @param {App} app
 * @param {(ruleset: string) => void} choose
 * @param {() => void} openFile
 */
export function welcome(host, app, choose, openFile) {
  const rulesets = app.state.hello?.rulesets ?? [];
  const cards = rulesets
    .filter((/** @type {any} */ each) => each.kind === "game")
    .map((/** @type {any} */ each) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: "game-card", onclick: () => choose(each.id) },
          el("strong", {}, each.name),
          each.players ? el("span", { class: "soft" }, app.words("for_players", { players: each.players[0] === each.players[1] ? each.players[0] : `${each.players[0]}–${each.players[1]}` })) : null,
          each.shipped ? null : el("span", { class: "soft" }, each.path || "."),
        ),
      ),
    );
  put(
    host,
    el("h2", {}, app.words("choose_game")),
    el("ul", { class: "game-cards" }, ...cards),
    button(app.words("open_file"), openFile),
  );
}
