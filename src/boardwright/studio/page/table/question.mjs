// What is asked: the options as a numbered list, what is picked so far, or whom the game waits for.

import { button, el, put } from "../dom.mjs";
import { capital } from "./descriptions.mjs";

/** @typedef {import("./targets.mjs").Option} Option */
/** @typedef {import("../main.mjs").App} App */
/**
 * @typedef {object} Acts
 * @property {(option: Option) => void} choose
 * @property {(option: Option) => void} why
 * @property {(option: Option | null) => void} point shows where an option is
 * @property {() => void} step lets an agent choose
 * @property {() => void} hand looks as whoever is asked
 * @property {() => void} goOn goes to the last decision
 * @property {() => void} again begins a new game
 */

const SHORT = 4; // letters: options of at most as many stand beside each other

/**
 * @param {HTMLElement} host
 * @param {App} app
 * @param {import("./session.mjs").Session} session
 * @param {boolean} isAsked whether a person chooses now
 * @param {Acts} acts
 */
export function drawQuestion(host, app, session, isAsked, acts) {
  const { position } = session;
  const past = session.atEnd ? null : el(
    "p",
    { class: "past" },
    app.words("past", { at: position.at, of: position.of }),
    " ",
    button(app.words("to_the_end"), acts.goOn, { class: "quiet link" }),
  );
  const next = session.nextViewer;
  if (next) put(host, past, ...handOver(app, session, next, acts));
  else if (position.over) put(host, past, ...ending(app, session, acts));
  else if (isAsked) put(host, past, ...asking(app, session, acts));
  else put(host, past, ...waiting(app, session, acts));
}

/**
 * @param {any} session
 * @param {string | null | undefined} seat
 */
function nameOf(session, seat) {
  return session.table.seats.find((/** @type {any} */ each) => each.id === seat)?.name ?? "";
}

/**
 * @param {App} app
 * @param {import("./session.mjs").Session} session
 * @param {Acts} acts
 */
function asking(app, session, acts) {
  const { ask } = session.position;
  const whose = session.seat === ask.player ? "" : nameOf(session, ask.player);
  const picked = ask.picked?.length
    ? el("ul", { class: "picked", "aria-label": app.words("picked") }, ...ask.picked.map((/** @type {Option} */ each) => el("li", {}, each.label)))
    : null;
  const range = ask.most > 1 ? el("p", { class: "soft range" }, rangeOf(app, ask)) : null;
  const isShort = ask.options.every((/** @type {Option} */ option) => option.label.length <= SHORT);
  return [
    el("h2", { class: "ask", tabindex: "-1" }, whose ? el("span", { class: "soft whose" }, `${capital(whose)} · `) : null, capital(ask.question)),
    range,
    picked,
    el("ol", { class: isShort ? "options short" : "options" }, ...digitsOf(ask.options).map((digits, n) => row(app, ask.options[n], digits, acts))),
  ];
}

/**
 * The digits that take each option: its place in the list, or the number itself if numbers are offered.
 * @param {readonly Option[]} options
 */
function digitsOf(options) {
  const numbers = options.map((option) => (option.parts.length === 1 && option.parts[0].part === "number" ? option.parts[0].number : null));
  if (numbers.every((number) => number === null)) return options.map((_, n) => String(n + 1));
  return numbers.map((number, n) => {
    if (number !== null) return number < 0 ? "" : String(number);
    return numbers.includes(n + 1) ? "" : String(n + 1);
  });
}

/**
 * @param {App} app
 * @param {any} ask
 */
function rangeOf(app, ask) {
  const n = ask.picked?.length ?? 0;
  if (ask.least === ask.most) return app.words("pick_exactly", { most: ask.most, n });
  return app.words("pick_range", { least: ask.least, most: ask.most, n });
}

/**
 * @param {App} app
 * @param {Option} option
 * @param {string} digits
 * @param {Acts} acts
 */
function row(app, option, digits, acts) {
  const kind = option.declines ? "option declines" : "option";
  const found = button("", () => acts.choose(option), { class: kind, "data-option": option.id, "data-digits": digits });
  found.append(el("span", { class: "option-label" }, option.label), " ", el("span", { class: "option-number", hidden: option.label === digits }, digits));
  const point = () => acts.point(option);
  const away = () => acts.point(null);
  for (const kind of ["pointerenter", "focus"]) found.addEventListener(kind, point);
  for (const kind of ["pointerleave", "blur"]) found.addEventListener(kind, away);
  return el(
    "li",
    {},
    found,
    button("?", () => acts.why(option), { class: "quiet why", tabindex: "-1", title: app.words("why_option"), "aria-label": `${app.words("why_option")} ${option.label}` }),
  );
}

/**
 * @param {App} app
 * @param {import("./session.mjs").Session} session
 * @param {string} seat
 * @param {Acts} acts
 */
function handOver(app, session, seat, acts) {
  const name = nameOf(session, seat);
  return [
    el("h2", { class: "ask", tabindex: "-1" }, app.words("hand_over", { name })),
    el("p", { class: "soft" }, app.words("hand_over_why", { name })),
    button(app.words("look_as", { name }), acts.hand, { class: "main", "data-option": "hand" }),
  ];
}

/**
 * @param {App} app
 * @param {import("./session.mjs").Session} session
 * @param {Acts} acts
 */
function waiting(app, session, acts) {
  const { seat, agent, question } = session.position.waiting ?? {};
  const name = nameOf(session, seat) || app.words("somebody");
  return [
    el("h2", { class: "ask", tabindex: "-1" }, app.words(agent ? "agent_thinks" : "other_asked", { name, agent: agent ?? "" })),
    question ? el("p", { class: "soft" }, question) : null,
    agent
      ? button(app.words("step"), acts.step, { class: "main", "data-option": "step" })
      : button(app.words("look_as", { name }), acts.hand, { class: "main", "data-option": "hand" }),
  ];
}

/**
 * @param {App} app
 * @param {import("./session.mjs").Session} session
 * @param {Acts} acts
 */
function ending(app, session, acts) {
  const { over, scores } = session.position;
  const ranked = [...session.table.seats].sort((one, other) => over.ranks[one.id] - over.ranks[other.id]);
  const names = over.winners.map((/** @type {string} */ seat) => nameOf(session, seat)).join(", ");
  return [
    el("h2", { class: "ask", tabindex: "-1" }, over.winners.length ? app.words("won", { names, n: over.winners.length }) : app.words("over")),
    el(
      "table",
      { class: "ranks" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, app.words("rank")), el("th", { scope: "col" }, app.words("seat")), el("th", { scope: "col" }, app.words("score")))),
      el(
        "tbody",
        {},
        ...ranked.map((seat) => {
          const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
          swatch.style.background = session.picture.seats.find((/** @type {any} */ each) => each.id === seat.id)?.colour ?? "";
          return el(
            "tr",
            { class: over.winners.includes(seat.id) ? "winner" : "" },
            el("td", {}, over.ranks[seat.id]),
            el("th", { scope: "row" }, swatch, seat.name),
            el("td", {}, scores?.[seat.id] ?? ""),
          );
        }),
      ),
    ),
    button(app.words("play_again"), acts.again, { class: "main", "data-option": "again" }),
  ];
}
