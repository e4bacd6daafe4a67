// The bar below the table: step by step through the game, agents and their pace.

import { button, el } from "../dom.mjs";

/** @typedef {import("../main.mjs").App} App */
/**
 * @typedef {object} Acts
 * @property {(at: number) => void} go
 * @property {(steps: number) => void} step
 * @property {() => void} undo
 * @property {() => void} branch
 * @property {() => void} why
 * @property {() => void} pause
 * @property {(pace: string) => void} pace
 */

/** Milliseconds between two choices of agents. */
export const PACES = { slow: 1600, normal: 700, fast: 150, instant: 0 };

export class Timeline {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   * @param {Acts} acts
   */
  constructor(host, app, acts) {
    const { words } = app;
    this.app = app;
    this.back = button("◀", () => acts.step(-1), { class: "icon", title: `${words("back")} (←)`, "aria-label": words("back"), "data-focus": "back" });
    this.on = button("▶", () => acts.step(1), { class: "icon", title: `${words("on")} (→)`, "aria-label": words("on"), "data-focus": "on" });
    this.slider = el("input", {
      type: "range", min: 0, max: 0, value: 0, class: "slider", "aria-label": words("decision"), "data-focus": "slider",
      oninput: () => acts.go(Number(this.slider.value)),
    });
    this.count = el("output", { class: "count" });
    this.pause = button("", acts.pause, { class: "pause", "data-focus": "pause" });
    const paces = Object.keys(PACES).map((pace) => el("option", { value: pace, selected: pace === "normal" }, words(/** @type {keyof typeof PACES} */ (pace))));
    this.pace = el("select", { class: "pace", "aria-label": words("pace"), "data-focus": "pace", onchange: () => acts.pace(this.pace.value) }, ...paces);
    this.agents = el("div", { class: "bar-agents" }, this.pause, this.pace);
    this.undo = button(words("undo"), acts.undo, { title: "U", "aria-keyshortcuts": "u", "data-focus": "undo" });
    this.branch = button(words("branch"), acts.branch, { title: "B", "aria-keyshortcuts": "b", "data-focus": "branch" });
    this.why = button(words("why"), acts.why, { title: "?", "aria-keyshortcuts": "?", "data-focus": "why" });
    host.append(this.back, this.on, this.slider, this.count, this.agents, el("div", { class: "bar-acts" }, this.undo, this.branch, this.why));
  }

  /**
   * @param {import("./session.mjs").Session} session
   * @param {boolean} paused
   */
  draw(session, paused) {
    const { at, of } = session;
    this.slider.max = String(of);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", this.app.words("decision_of", { at, of }));
    this.count.textContent = `${at} / ${of}`;
    this.back.disabled = at === 0;
    this.undo.disabled = at === 0;
    this.on.disabled = at === of && !session.position.waiting?.agent;
    this.agents.hidden = session.people().length === session.table.seats.length;
    this.pause.textContent = paused ? this.app.words("go_on") : this.app.words("pause");
    this.pause.setAttribute("aria-pressed", String(paused));
  }
}
