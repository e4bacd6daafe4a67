// The parts of the view, empty: panels, the board with its buttons, and the bar.

import { button, el } from "../dom.mjs";

/** @typedef {import("../main.mjs").App} App */

/**
 * @param {App} app
 * @param {Record<"newGame" | "open" | "save" | "share" | "closer" | "farther" | "whole" | "arrange" | "keep", () => void>} acts
 * @param {(viewer: string) => void} lookAs
 */
export function frameOf(app, acts, lookAs) {
  const { words } = app;
  const viewer = el("select", { class: "viewer", "aria-label": words("view_as"), "data-focus": "viewer", onchange: () => lookAs(viewer.value) });
  const arrange = button(words("arrange"), acts.arrange, { "aria-pressed": "false", hidden: true, "data-focus": "arrange" });
  const keep = button(words("keep_layout"), acts.keep, { hidden: true, "data-focus": "keep" });
  const tools = el(
    "div",
    { class: "tools" },
    button(words("new_game"), acts.newGame, { "data-focus": "new" }),
    button(words("open"), acts.open, { "data-focus": "open" }),
    button(words("save"), acts.save, { "data-focus": "save" }),
    button(words("share"), acts.share, { "data-focus": "share" }),
    el("label", { class: "view-as" }, el("span", {}, words("view_as")), viewer),
    arrange,
    keep,
  );
  const frame = el("div", { class: "board-frame" });
  const zoom = el(
    "div",
    { class: "zoom" },
    button("+", acts.closer, { class: "icon", "aria-label": words("closer"), title: `${words("closer")} (+)` }),
    button("−", acts.farther, { class: "icon", "aria-label": words("farther"), title: `${words("farther")} (-)` }),
    button("⤢", acts.whole, { class: "icon", "aria-label": words("whole"), title: `${words("whole")} (=)` }),
  );
  const boardBox = el("div", { class: "board-box" }, frame, zoom);
  const aside = el("div", { class: "strip aside", "aria-label": words("beside"), role: "region" });
  const own = el("div", { class: "strip own" });
  const seats = el("section", { class: "panel seats" });
  const question = el("section", { class: "panel question" });
  const heard = el("div", { class: "only-heard", "aria-live": "polite" });
  const log = el("section", { class: "panel log" });
  const bar = el("div", { class: "bar" });
  const welcome = el("section", { class: "welcome panel" });
  const middle = el("div", { class: "middle" }, tools, boardBox, aside);
  const side = el("div", { class: "side" }, question, own, log);
  const game = el("div", { class: "game", hidden: true }, seats, middle, side, bar);
  return { game, welcome, viewer, arrange, keep, frame, boardBox, aside, own, seats, question, heard, log, bar, tools };
}

/** @typedef {ReturnType<typeof frameOf>} Frame */

/**
 * The choice of whose view is shown.
 * @param {App} app
 * @param {HTMLSelectElement} viewer
 * @param {import("./session.mjs").Session} session
 */
export function drawViewer(app, viewer, session) {
  const { words } = app;
  const names = new Map(session.table.seats.map((/** @type {any} */ seat) => [seat.id, seat.name]));
  names.set("all", words("view_all")).set("turn", words("view_turn"));
  viewer.replaceChildren(
    ...session.viewers().map((id) => el("option", { value: id, selected: id === session.viewer }, String(names.get(id) ?? id))),
  );
}
