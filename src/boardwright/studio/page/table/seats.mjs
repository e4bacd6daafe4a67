// The seats: who sits there, the score, what is left, and cards.

import { button, el, put } from "../dom.mjs";
import { chip } from "./cards.mjs";
import { merged } from "./contents.mjs";
import { heaped } from "./places.mjs";

/** @typedef {import("./contents.mjs").Contents} Contents */
/** @typedef {import("../main.mjs").App} App */

/**
 * @typedef {object} Acts
 * @property {(seat: string) => void} why asks why a score is what it is
 * @property {(seat: string, agent: string | null) => void} sit
 */

/**
 * @param {HTMLElement} host
 * @param {App} app
 * @param {import("./session.mjs").Session} session
 * @param {Contents} contents
 * @param {Acts} acts
 */
export function drawSeats(host, app, session, contents, acts) {
  const { picture, position, table } = session;
  const rows = table.seats.map((/** @type {any} */ seat) => {
    const face = picture.seats.find((/** @type {any} */ each) => each.id === seat.id) ?? seat;
    const asked = position.waiting?.seat === seat.id;
    const score = position.scores?.[seat.id];
    const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = face.colour;
    return el(
      "li",
      { class: asked ? "seat asked" : "seat", "data-seat": seat.id },
      el(
        "div",
        { class: "seat-head" },
        swatch,
        el("h3", { class: "seat-name", "data-key": `seat:${seat.id}` }, face.name),
        asked ? el("span", { class: "to-move" }, app.words("to_move")) : null,
        score === undefined ? null : button(String(score), () => acts.why(seat.id), { class: "quiet score", title: app.words("why_score"), "aria-label": `${score}: ${app.words("why_score")}` }),
      ),
      el("div", { class: "seat-more" }, who(app, seat, acts), ...notes(picture, position.view, seat.id)),
      el("div", { class: "seat-things" }, ...things(app, picture, contents, seat.id)),
    );
  });
  put(host, el("h2", {}, app.words("seats")), el("ul", { class: "seat-list" }, ...rows));
}

/**
 * @param {App} app
 * @param {any} seat
 * @param {Acts} acts
 */
function who(app, seat, acts) {
  const names = [...new Set([seat.agent, ...(app.state.hello?.agents ?? [])])].filter((name) => name);
  const options = [
    el("option", { value: "", selected: seat.agent === null }, app.words("person")),
    ...names.map((name) => el("option", { value: name, selected: name === seat.agent }, name)),
  ];
  const onchange = (/** @type {Event} */ event) => acts.sit(seat.id, /** @type {HTMLSelectElement} */ (event.target).value || null);
  return el("select", { class: "who", "data-focus": `who:${seat.id}`, "aria-label": `${seat.name}: ${app.words("who")}`, onchange }, ...options);
}

/**
 * What is noted of a seat: numbers, and words.
 * @param {any} picture
 * @param {any} view
 * @param {string} seat
 */
function notes(picture, view, seat) {
  const found = [];
  for (const [id, values] of Object.entries(view.notes ?? {})) {
    const note = picture.notes?.[id];
    const value = values[seat];
    if (!note || value === undefined || value === null || typeof value === "object") continue;
    found.push(el("span", { class: "note" }, `${note.name} ${value}`));
  }
  return found;
}

/**
 * What lies in the places of a seat.
 * @param {App} app
 * @param {any} picture
 * @param {Contents} contents
 * @param {string} seat
 */
function things(app, picture, contents, seat) {
  return picture.places
    .filter((/** @type {any} */ place) => place.owner === seat && place.on === "seat" && contents.has(place.id))
    .map((/** @type {any} */ place) =>
      el(
        "div",
        { class: "seat-place", "data-at": place.id },
        el("span", { class: "place-name", "data-key": `place:${place.id}` }, place.name),
        ...heaped(place, place.ordered ? (contents.get(place.id) ?? []) : merged(contents.get(place.id) ?? [])).map((item) => chip(item, app)),
      ),
    );
}
