// What happened, decision by decision. A click leads there.

import { button, el, put } from "../dom.mjs";

/** @typedef {import("../main.mjs").App} App */

export class Log {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   * @param {(at: number) => void} go
   */
  constructor(host, app, go) {
    this.go = go;
    this.list = el("ol", { class: "log-list", tabindex: "0", "aria-label": app.words("log") });
    put(host, el("h2", {}, app.words("log")), this.list);
    /** @type {Map<number, HTMLElement>} by decision; those without a sentence have none */
    this.rows = new Map();
    /** The positions that the list was made of. @type {Map<number, any> | null} */
    this.source = null;
    this.at = -1;
  }

  /**
   * Shows what was said up to a decision; what follows is pale.
   * @param {Map<number, any>} known
   * @param {number} at
   * @param {number} of
   */
  draw(known, at, of) {
    if (this.source !== known) {
      this.source = known;
      this.rows.clear();
      put(this.list);
      this.at = -1;
    }
    for (const [n, row] of this.rows) {
      if (known.has(n) && n <= of && this.saidOf(known.get(n)) === row.dataset.said) continue;
      row.remove();
      this.rows.delete(n);
    }
    const missing = [...known.keys()].filter((n) => n <= of && !this.rows.has(n)).sort((one, other) => one - other);
    for (const n of missing) this.add(n, known.get(n));
    this.point(at);
  }

  /** @param {any} position */
  saidOf(position) {
    return (position.said ?? []).map((/** @type {any} */ each) => each.text).join("\n");
  }

  /**
   * @param {number} n
   * @param {any} position
   */
  add(n, position) {
    const said = this.saidOf(position);
    const row = el("li", { class: "log-row" });
    row.dataset.said = said;
    row.dataset.at = String(n);
    const sentences = [];
    for (const { text, heading } of position.said ?? []) {
      if (heading) row.append(el("h3", { class: "log-heading" }, text));
      else sentences.push(text);
    }
    if (sentences.length) row.append(button("", () => this.go(n), { class: "quiet log-step" }));
    row.querySelector("button")?.append(el("span", { class: "log-number" }, n || ""), " ", el("span", { class: "log-text" }, sentences.join(" ")));
    row.hidden = !said;
    this.rows.set(n, row);
    let before = null;
    for (const [at, other] of this.rows) if (at > n && (before === null || at < Number(before.dataset.at))) before = other;
    this.list.insertBefore(row, before);
    row.classList.toggle("future", n > this.at);
  }

  /** @param {number} at */
  point(at) {
    const low = Math.min(at, this.at);
    const high = Math.max(at, this.at);
    for (let n = low; n <= high; n += 1) {
      const row = this.rows.get(n);
      row?.classList.toggle("future", n > at);
      row?.classList.toggle("now", n === at);
      if (n === at) row?.setAttribute("aria-current", "step");
      else row?.removeAttribute("aria-current");
    }
    this.at = at;
    this.reveal(at);
  }

  /**
   * Scrolls to what was said last until a decision.
   * @param {number} at
   */
  reveal(at) {
    let n = at;
    while (n > 0 && this.rows.get(n)?.hidden !== false) n -= 1;
    const row = this.rows.get(n);
    if (!row) return;
    const { list } = this;
    const top = row.offsetTop; // from the top of the list, which is positioned
    if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = Math.min(top, top + row.offsetHeight - list.clientHeight); // of a long one, its beginning
    }
  }
}
