// The view of runs: starts them, follows them, shows their reports and compares two.

import { dialog } from "../dialog.mjs";
import { button, el, put } from "../dom.mjs";
import { refusalText } from "../refusals.mjs";
import { firstChosen } from "../rulesets.mjs";
import { comparisonOf } from "./compare.mjs";
import { RunForm } from "./form.mjs";
import { Item, tableOf } from "./list.mjs";
import { reportOf } from "./report.mjs";
import { remember, unfinished } from "./unfinished.mjs";

/** @typedef {import("./list.mjs").Run} Run */
/** @typedef {import("./list.mjs").Progress} Progress */

const AGAIN = 500; // milliseconds until it is seen whether the engine before has let go of a run...
const TIMES = 40; // ...which is asked as often as this: after that, somebody else plays it

class RunsView {
  /**
   * @param {HTMLElement} host
   * @param {import("../main.mjs").App} app
   */
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.words = app.words;
    /** @type {Map<string, Run>} */
    this.runs = new Map();
    /** @type {Map<string, Item>} */
    this.items = new Map();
    /** Requests that play, by the run. @type {Map<string, Promise<any> & {id: number}>} */
    this.playing = new Map();
    /** @type {Map<string, Progress>} */
    this.progress = new Map();
    /** Runs that were begun here and have not ended, whether an engine plays them or is gone. */
    this.unfinished = new Set(unfinished());
    this.goesOn = false;
    /** @type {string[]} the runs to compare */
    this.picked = [];
    this.path = "";
    this.asked = false;
    this.isShown = false;
    this.form = new RunForm(app, (order) => void this.start(order));
    this.list = el("ul", { class: "runs-list" });
    this.compare = el("div", { class: "runs-compare" });
    this.result = el("div", { class: "runs-result" });
    this.build();
    app.client.on("progress", (news) => this.proceed(news));
    app.client.on("disconnected", () => this.forget());
    app.client.on("restarted", () => {
      this.forget();
      void this.goOn();
    });
    app.client.on("connected", () => void this.goOn());
    void this.goOn();
  }

  /** Goes on with the runs that ended with the engine before, as soon as that has let go of them. */
  async goOn() {
    if (this.goesOn) return;
    this.goesOn = true;
    for (let times = 0; times < TIMES && (await this.isHeldUp()); times += 1) await new Promise((resolve) => setTimeout(resolve, AGAIN));
    this.goesOn = false;
    for (const id of this.unfinished) if (!this.playing.has(id)) this.end(id);
  }

  /** Goes on with what can go on; returns whether anything is left that is played by nobody known. */
  async isHeldUp() {
    const waiting = () => [...this.unfinished].filter((id) => !this.playing.has(id));
    if (!waiting().length || !(await this.ask())) return false;
    for (const id of waiting()) {
      const state = this.runs.get(id)?.state;
      if (state === "stopped") void this.play({ run: id });
      else if (state !== "running") this.end(id);
    }
    return waiting().length > 0;
  }

  /** @param {string} id */
  end(id) {
    this.unfinished.delete(id);
    remember(this.unfinished);
  }

  build() {
    const { words } = this;
    put(
      this.host,
      el(
        "div",
        { class: "runs-side" },
        el("section", { class: "panel" }, el("h2", {}, words("runs_new")), this.form.element),
        el("section", { class: "panel" }, el("h2", {}, words("runs_list")), this.list, this.compare),
      ),
      this.result,
    );
  }

  /** @param {import("../routes.mjs").Route} route */
  async show({ path, query }) {
    const { state } = this.app;
    this.path = path;
    this.isShown = true;
    if (!state.hello) {
      const stop = state.watch(() => {
        stop();
        void this.show({ view: "runs", path, query });
      });
      return;
    }
    const chosen = firstChosen(state, query);
    if (chosen && (!this.asked || query["ruleset"])) this.form.show(chosen);
    this.asked = true;
    await this.ask();
    this.host.classList.toggle("with-result", path !== "");
    const [first = "", second = ""] = path.split("..");
    if (second) await this.showComparison(first, second);
    else if (first) await this.showReport(first);
    else put(this.result);
  }

  hide() {
    this.isShown = false;
  }

  /** Asks which runs there are; returns whether that was answered. */
  async ask() {
    try {
      const { runs } = await this.app.client.ask("run", { what: "list" });
      this.runs = new Map(runs.map((/** @type {Run} */ run) => [run.id, run]));
      this.showList();
      return true;
    } catch (refusal) {
      const refused = /** @type {import("../client.mjs").Refusal} */ (refusal);
      if (refused.gone) return false; // asked again as soon as there is an engine
      const text = refused.code === "unavailable" ? this.words("runs_unavailable") : refusalText(this.words, refused);
      put(this.list, el("li", { class: "soft" }, text));
      return false;
    }
  }

  showList() {
    for (const id of this.items.keys()) if (!this.runs.has(id)) this.items.delete(id);
    const actions = {
      stop: (/** @type {Run} */ run) => void this.stop(run),
      resume: (/** @type {Run} */ run) => void this.play({ run: run.id }),
      remove: (/** @type {Run} */ run) => this.askRemove(run),
      pick: (/** @type {Run} */ run, /** @type {boolean} */ picked) => this.pick(run, picked),
    };
    for (const run of this.runs.values()) {
      const item = this.items.get(run.id) ?? new Item(run, this.words, actions);
      this.items.set(run.id, item);
      item.show(run, this.progress.get(run.id));
      item.link.toggleAttribute("aria-current", this.path === run.id);
      if (this.path === run.id) item.link.setAttribute("aria-current", "true");
    }
    const found = [...this.runs.keys()].map((id) => this.items.get(id)?.element);
    if (found.length === 0) put(this.list, el("li", { class: "soft" }, this.words("runs_none")));
    else if (!this.isListed(found)) put(this.list, ...found);
    this.showCompare();
  }

  /**
   * Whether these elements are in the list already: what has the focus is not moved without need.
   * @param {(Element | undefined)[]} elements
   */
  isListed(elements) {
    return elements.length === this.list.children.length && elements.every((each, n) => each === this.list.children[n]);
  }

  showCompare() {
    this.picked = this.picked.filter((id) => this.runs.has(id));
    const [first, second] = this.picked;
    const many = [...this.runs.values()].filter((run) => run.kind === "simulate" && run.done > 0).length > 1;
    put(
      this.compare,
      many && (first && second ? button(this.words("runs_compare_two"), () => this.app.go({ view: "runs", path: `${first}..${second}` }), { class: "main" }) : el("p", { class: "soft" }, this.words("runs_picked"))),
    );
  }

  /**
   * @param {Run} run
   * @param {boolean} picked
   */
  pick(run, picked) {
    const rest = this.picked.filter((id) => id !== run.id);
    this.picked = picked ? [...rest.slice(-1), run.id] : rest;
    for (const [id, item] of this.items) item.pick.checked = this.picked.includes(id);
    this.showCompare();
  }

  /** @param {import("./form.mjs").Order} order */
  async start(order) {
    await this.play({ ...order });
  }

  /**
   * Plays a new run, or the rest of one.
   * @param {object} order
   */
  async play(order) {
    const request = this.app.client.ask("run", { what: "start", ...order });
    let id = /** @type {{run?: string}} */ (order).run ?? "";
    const stop = this.app.client.on("progress", (news) => {
      if (news.id !== request.id || id === news.run) return;
      id = news.run;
      this.begin(news.run, request);
    });
    if (id) this.begin(id, request);
    let isGone = false;
    let watched = "";
    try {
      const { run } = await request;
      id = run.id;
      watched = this.path;
      if (run.state === "done") this.app.say(this.words("runs_ended", { id }));
      if (run.state === "done" && this.path === "" && this.isShown) this.app.go({ view: "runs", path: id });
    } catch (refusal) {
      const { code, gone } = /** @type {import("../client.mjs").Refusal} */ (refusal);
      isGone = gone ?? false;
      watched = this.path;
      if (code !== "cancelled") this.app.failed(/** @type {any} */ (refusal));
    } finally {
      stop();
      this.playing.delete(id);
      this.progress.delete(id);
      if (!isGone) this.end(id);
    }
    await this.ask();
    // Who only now goes there is shown it by that, and may have opened the whole report already.
    if (id && watched === id && this.path === id) await this.showReport(id);
  }

  /**
   * @param {string} id
   * @param {Promise<any> & {id: number}} request
   */
  begin(id, request) {
    this.playing.set(id, request);
    remember(this.unfinished.add(id));
    this.app.say(this.words("runs_started", { id }));
    void this.ask();
  }

  /** @param {Progress & {id: number, run: string}} news */
  proceed(news) {
    const run = this.runs.get(news.run);
    if (news.of === undefined) return; // a sign of life, and no more
    this.progress.set(news.run, news);
    if (!run || !this.playing.has(news.run)) return;
    run.state = "running";
    run.done = news.done;
    this.items.get(run.id)?.show(run, news);
  }

  /** Nothing that was played goes on: the engine is gone. */
  forget() {
    this.playing.clear();
    this.progress.clear();
    if (this.asked) void this.ask();
  }

  /** @param {Run} run */
  async stop(run) {
    const request = this.playing.get(run.id);
    this.end(run.id); // at once: whoever closes the page before the engine has stopped does not want it to go on
    try {
      if (request) await this.app.client.ask("cancel", { which: request.id });
      else await this.app.client.ask("run", { what: "stop", run: run.id });
    } catch (refusal) {
      this.app.failed(/** @type {any} */ (refusal));
    }
  }

  /** @param {Run} run */
  askRemove(run) {
    const { words } = this;
    const remove = async () => {
      shown.close();
      try {
        await this.app.client.ask("run", { what: "remove", run: run.id });
      } catch (refusal) {
        this.app.failed(/** @type {any} */ (refusal));
      }
      if (this.path.split("..").includes(run.id)) this.app.go({ view: "runs" });
      await this.ask();
    };
    const shown = dialog(
      words("runs_remove"),
      [
        el("p", {}, words("runs_remove_ask", { id: `${run.id} (${tableOf(run)})` })),
        el("div", { class: "fields" }, button(words("runs_remove"), () => void remove(), { class: "main" }), button(words("runs_keep"), () => shown.close())),
      ],
      { close: words("close") },
    );
  }

  /**
   * @param {string} title
   * @param {...Node} content
   */
  put(title, ...content) {
    const back = el("a", { class: "runs-back", href: "#/runs" }, `← ${this.words("runs_back")}`);
    put(this.result, el("section", { class: "panel" }, back, el("h2", {}, title), ...content));
  }

  /** @param {string} id */
  async showReport(id) {
    const { words } = this;
    const run = this.runs.get(id);
    const title = words("runs_title", { id, ruleset: run ? tableOf(run) : "" });
    this.put(title, el("p", { class: "soft" }, words("loading")));
    try {
      const { report, page } = await this.app.client.ask("run", { what: "report", run: id });
      if (this.path !== id) return;
      const summary = el("div", { class: "report" }, ...reportOf(report, words));
      if (page) this.put(title, ...this.parts(id, summary, page));
      else this.put(title, summary);
    } catch (refusal) {
      if (this.path === id) this.put(title, el("p", { class: "soft" }, refusalText(words, /** @type {any} */ (refusal))));
    }
  }

  /**
   * The summary, and the page of the report, which is a document of its own in a frame that can do nothing.
   * @param {string} id
   * @param {HTMLElement} summary
   * @param {string} page
   * @returns {HTMLElement[]}
   */
  parts(id, summary, page) {
    const { words } = this;
    const whole = el("div", { class: "report-page", hidden: true });
    const show = (/** @type {boolean} */ isWhole) => {
      summary.hidden = isWhole;
      whole.hidden = !isWhole;
      if (isWhole && !whole.firstChild) whole.append(el("iframe", { src: page, title: words("runs_page_of", { id }), sandbox: "" }));
      buttons.forEach((each, n) => each.setAttribute("aria-pressed", String(isWhole === (n === 1))));
    };
    const buttons = [button(words("runs_summary"), () => show(false)), button(words("runs_page"), () => show(true))];
    show(false);
    return [el("div", { class: "fields report-parts" }, ...buttons), summary, whole];
  }

  /**
   * @param {string} first
   * @param {string} second
   */
  async showComparison(first, second) {
    const { words } = this;
    const { path } = this;
    const title = words("runs_compared", { first, second });
    this.put(title, el("p", { class: "soft" }, words("loading")));
    try {
      const { comparison } = await this.app.client.ask("run", { what: "compare", first, second });
      if (this.path !== path) return;
      this.put(title, el("div", { class: "report" }, ...comparisonOf(comparison, { first, second }, words)));
    } catch (refusal) {
      if (this.path === path) this.put(title, el("p", { class: "finding error" }, refusalText(words, /** @type {any} */ (refusal))));
    }
  }
}

/**
 * Opens the view in an element of the page.
 * @param {HTMLElement} host
 * @param {import("../main.mjs").App} app
 */
export function open(host, app) {
  const view = new RunsView(host, app);
  return {
    /** @param {import("../routes.mjs").Route} route */
    show: (route) => void view.show(route),
    hide: () => view.hide(),
  };
}
