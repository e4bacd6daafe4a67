// The list of runs: what each played, how far it is, and what can be done with it.

import { button, el, put } from "../dom.mjs";
import { hashOf } from "../routes.mjs";

/** @typedef {import("../words.mjs").Words} Words */
/**
 * @typedef {object} Run
 * @property {string} id
 * @property {"simulate" | "tournament"} kind
 * @property {string} ruleset
 * @property {string[]} with
 * @property {number | null} players
 * @property {string[]} agents
 * @property {number} games how many there will be in all
 * @property {number} done
 * @property {number} seed
 * @property {"new" | "running" | "stopped" | "done" | "damaged"} state
 * @property {string} [message] what is wrong with it
 */
/** @typedef {{done: number, of: number, rate: number | null, left: number | null}} Progress */
/** @typedef {{stop(run: Run): void, resume(run: Run): void, remove(run: Run): void, pick(run: Run, picked: boolean): void}} Actions */

const MINUTE = 60;
const HOUR = 3600;

/**
 * Seconds in words.
 * @param {number} seconds
 * @param {Words} words
 */
export function span(seconds, words) {
  if (seconds < MINUTE) return words("runs_seconds", { n: Math.ceil(seconds) });
  if (seconds < HOUR) return words("runs_minutes", { n: Math.ceil(seconds / MINUTE) });
  return words("runs_hours", { n: (seconds / HOUR).toFixed(1) });
}

/**
 * @param {Run} run
 */
export function tableOf(run) {
  return [run.ruleset, ...run.with].join(" + ");
}

/** One run in the list. */
export class Item {
  /**
   * @param {Run} run
   * @param {Words} words
   * @param {Actions} actions
   */
  constructor(run, words, actions) {
    this.run = run;
    this.words = words;
    this.actions = actions;
    this.bar = el("progress", { max: 1, value: 0, "aria-label": words("runs_running", { done: 0, of: run.games }) });
    this.state = el("p", { class: "run-state" });
    this.buttons = el("div", { class: "run-buttons" });
    this.pick = el("input", {
      type: "checkbox",
      "aria-label": `${words("runs_compare")}: ${run.id}`,
      onchange: () => actions.pick(this.run, this.pick.checked),
    });
    this.link = el("a", { class: "run-link", href: hashOf({ view: "runs", path: run.id }) });
    this.about = el("p", { class: "soft" });
    this.element = el("li", { class: "run", id: `run-${run.id}` }, this.pick, el("div", {}, this.link, this.about, this.bar, this.state), this.buttons);
    this.show(run);
  }

  /**
   * @param {Run} run
   * @param {Progress | null} [progress] how far it is, if that is known
   */
  show(run, progress = null) {
    this.run = run;
    const { words } = this;
    this.link.textContent = `${run.id} · ${tableOf(run)}`;
    const who = [...new Set(run.agents)].join(", ");
    put(this.about, [run.players ? words("runs_table", { ruleset: words(`runs_${run.kind}`), players: run.players }) : words(`runs_${run.kind}`), who].join(" · "));
    this.pick.disabled = run.kind !== "simulate" || run.state === "damaged" || run.done === 0;
    this.bar.hidden = run.state !== "running";
    this.element.classList.toggle("running", run.state === "running");
    put(this.state, this.said(progress));
    if (progress && progress.of > 0) this.bar.value = progress.done / progress.of;
    else this.bar.removeAttribute("value");
    this.bar.setAttribute("aria-label", this.state.textContent ?? "");
    this.showButtons();
  }

  /** @param {Progress | null} progress */
  said(progress) {
    const { words, run } = this;
    const count = (/** @type {number} */ n) => n.toLocaleString("en");
    if (run.state === "damaged") return words("runs_damaged", { message: run.message ?? "" });
    if (run.state === "done") return words("runs_finished", { of: count(run.games) });
    if (run.state !== "running") return words("runs_stopped", { done: count(run.done), of: count(run.games) });
    if (!progress) return words("runs_preparing");
    if (progress.done >= progress.of) return words("runs_reporting");
    return [
      words("runs_running", { done: count(progress.done), of: count(progress.of) }),
      progress.rate !== null && words("runs_rate", { rate: progress.rate >= 10 ? Math.round(progress.rate) : progress.rate.toFixed(1) }),
      progress.left !== null && words("runs_left", { time: span(progress.left, words) }),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  showButtons() {
    const { words, run, actions } = this;
    const known = this.buttons.dataset.state;
    if (known === run.state) return; // so that the focus stays while a run goes on
    this.buttons.dataset.state = run.state;
    const of = (/** @type {string} */ text) => ({ "aria-label": `${text}: ${run.id}` });
    const stop = run.state === "running" && button(words("runs_stop"), () => actions.stop(this.run), of(words("runs_stop")));
    const resume = run.state === "stopped" && button(words("runs_resume"), () => actions.resume(this.run), of(words("runs_resume")));
    const remove = run.state !== "running" && button(words("runs_remove"), () => actions.remove(this.run), { class: "quiet", ...of(words("runs_remove")) });
    put(this.buttons, stop, resume, remove);
  }
}
