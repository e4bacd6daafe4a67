// Answers to `why`: an indented list of the rules and cards that made something so.

import { dialog } from "../dialog.mjs";
import { button, el, put } from "../dom.mjs";
import { refusalText } from "../refusals.mjs";

/** @typedef {import("../main.mjs").App} App */
/** @typedef {import("./session.mjs").Session} Session */

/**
 * Asks why, and shows the answer.
 * @param {App} app
 * @param {Session} session
 * @param {{option?: string, score?: string, value?: string}} about
 * @param {string} [title]
 */
export function showWhy(app, session, about, title) {
  const body = el("div", { class: "why-body" }, el("p", { class: "soft" }, app.words("loading")));
  const asks = el("form", { class: "why-form" });
  const found = dialog(title || app.words("why"), [asks, body], { close: app.words("close"), wide: true, kind: "why-dialog" });
  fillForm(app, session, asks, (next) => void answer(app, session, next, body, found));
  if (Object.keys(about).length) void answer(app, session, about, body, found);
  else put(body, el("p", { class: "soft" }, app.words("why_hint")));
}

/**
 * What may be asked: options, scores, and values by their names.
 * @param {App} app
 * @param {Session} session
 * @param {HTMLFormElement} form
 * @param {(about: {option?: string, score?: string, value?: string}) => void} ask
 */
function fillForm(app, session, form, ask) {
  const { words } = app;
  const { position, table } = session;
  const options = (position.ask?.options ?? []).map((/** @type {any} */ option) => el("option", { value: `option ${option.id}` }, option.label));
  const scores = table.seats.map((/** @type {any} */ seat) => el("option", { value: `score ${seat.id}` }, seat.name));
  const choice = el(
    "select",
    { "aria-label": words("why_of"), onchange: () => choose() },
    el("option", { value: "" }, words("why_choose")),
    options.length ? group(words("why_options"), options) : null,
    group(words("why_scores"), scores),
  );
  const choose = () => {
    const [kind = "", ...rest] = choice.value.split(" ");
    if (kind) ask({ [kind]: rest.join(" ") });
  };
  const value = el("input", { type: "text", "aria-label": words("why_value"), placeholder: words("why_value"), autocomplete: "off", spellcheck: "false" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (value.value.trim()) ask({ value: value.value.trim() });
  });
  put(form, choice, value, el("button", { type: "submit" }, words("why")));
}

/**
 * @param {string} label
 * @param {HTMLOptionElement[]} options
 */
function group(label, options) {
  return el("optgroup", { label }, ...options);
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {{option?: string, score?: string, value?: string}} about
 * @param {HTMLElement} body
 * @param {HTMLDialogElement} box
 */
async function answer(app, session, about, body, box) {
  try {
    const { why } = await app.client.ask("why", { game: session.game, at: session.at, seat: session.seat, ...about });
    put(
      body,
      el("p", { class: "why-answer" }, `${why.question} = ${valueOf(app, why.answer.value)}`),
      el("ul", { class: "why-tree", tabindex: "0", "aria-label": why.question }, part(app, why.answer, () => box.close(), 0)),
      why.cut ? el("p", { class: "soft" }, app.words("why_cut")) : null,
    );
  } catch (refusal) {
    const refused = /** @type {import("../client.mjs").Refusal} */ (refusal);
    put(body, el("p", { class: "wrong" }, refusalText(app.words, refused)), ...(refused.help ?? []).map((each) => el("p", { class: "soft", lang: "en" }, each)));
  }
}

/**
 * @param {App} app
 * @param {any} value
 * @returns {string}
 */
function valueOf(app, value) {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.length ? value.join(", ") : app.words("why_none");
  return String(value);
}

const OPEN = 3; // levels that are open from the start

/**
 * @param {App} app
 * @param {any} found
 * @param {() => void} leave
 * @param {number} depth
 * @returns {HTMLElement}
 */
function part(app, found, leave, depth) {
  const place = `${found.file}:${found.row}`;
  const line = [
    found.about ? el("span", { class: "why-about" }, `${found.about}: `) : null,
    el("code", {}, found.text),
    found.remark ? el("span", { class: "why-remark" }, ` ${found.remark}`) : null,
    el("span", { class: "why-value" }, ` = ${valueOf(app, found.value)}`),
    found.after === undefined ? null : el("span", { class: "why-after" }, ` → ${valueOf(app, found.after)}`),
    " ",
    el("a", { class: "why-place", href: `#/rules/${encodeURI(place)}`, onclick: leave }, place),
  ];
  const parts = found.parts ?? [];
  if (!parts.length) return el("li", {}, ...line);
  const inside = el("ul", {}, ...parts.map((/** @type {any} */ each) => part(app, each, leave, depth + 1)));
  inside.hidden = depth >= OPEN;
  const fold = button(inside.hidden ? "▸" : "▾", () => {
    inside.hidden = !inside.hidden;
    fold.textContent = inside.hidden ? "▸" : "▾";
    fold.setAttribute("aria-expanded", String(!inside.hidden));
  }, { class: "quiet fold", "aria-expanded": String(!inside.hidden), "aria-label": found.text });
  return el("li", { class: "folds" }, fold, ...line, inside);
}
