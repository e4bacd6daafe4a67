// The lists below the editor: what was found in all files, and where a name is used.

import { button, el, put } from "../dom.mjs";
import { SHIPPED } from "./folder.mjs";
import { severityOf } from "./findings.mjs";

/** @typedef {import("./findings.mjs").Finding} Finding */
/** @typedef {{path: string, line: number, character: number, text: string, length: number}} Place */

const MOST = 200; // of findings that are listed

export class Lists {
  /**
   * @param {import("../main.mjs").App} app
   * @param {HTMLElement} host
   * @param {import("./findings.mjs").Findings} findings
   * @param {(path: string, line: number, character: number) => void} go
   * @param {() => void} leave gives the focus back to the text
   */
  constructor(app, host, findings, go, leave) {
    this.app = app;
    this.leave = leave;
    this.findings = findings;
    this.go = go;
    this.count = el("span", { class: "counts" });
    this.list = el("div", { class: "list", tabindex: "0", role: "region", "aria-label": app.words("rules_findings") });
    this.head = el("summary", {}, el("span", { class: "heading" }, app.words("rules_findings")), this.count);
    this.details = el("details", { class: "findings", open: true }, this.head, this.list);
    this.uses = el("div", { class: "uses", hidden: true, onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.hideUses() });
    put(host, this.uses, this.details);
    this.draw();
  }

  /** Draws the findings anew. */
  draw() {
    const { words } = this.app;
    const errors = this.findings.count("error");
    const warnings = this.findings.count("warning");
    const notes = this.findings.count("info");
    const sum = errors + warnings + notes;
    put(
      this.count,
      errors > 0 && el("span", { class: "error" }, words("rules_errors", { n: errors })),
      warnings > 0 && el("span", { class: "warning" }, words("rules_warnings", { n: warnings })),
      notes > 0 && el("span", { class: "info" }, words("rules_notes", { n: notes })),
      sum === 0 && this.findings.areKnown && el("span", { class: "good" }, words("rules_no_findings")),
      sum === 0 && !this.findings.areKnown && el("span", { class: "soft" }, words("rules_reading")),
    );
    const rows = [...this.findings.byPath].flatMap(([path, found]) => found.map((each) => ({ path, each })));
    rows.sort((one, other) => (one.each.severity ?? 1) - (other.each.severity ?? 1));
    put(this.list, ...rows.slice(0, MOST).map(({ path, each }) => this.row(path, each)));
    if (rows.length > MOST) this.list.append(el("p", { class: "soft" }, words("rules_and_more", { n: rows.length - MOST })));
    this.list.hidden = sum === 0;
  }

  /**
   * @param {string} path
   * @param {Finding} finding
   */
  row(path, finding) {
    const { line, character } = finding.range.start;
    const [first = ""] = finding.message.split("\n");
    return el(
      "button",
      { type: "button", class: `row ${severityOf(finding)}`, onclick: () => this.go(path, line + 1, character) },
      el("span", { class: "code" }, finding.code ?? ""),
      el("span", { class: "told" }, first),
      el("span", { class: "where soft", title: path.replace(SHIPPED, "") }, `${path.replace(/.*\//, "")}:${line + 1}`),
    );
  }

  /**
   * Shows where a name is used.
   * @param {string} name
   * @param {Place[]} places
   */
  showUses(name, places) {
    const { words } = this.app;
    const close = button("×", () => this.hideUses(), { class: "quiet icon", "aria-label": words("rules_close"), title: words("rules_close") });
    const list = el("div", { class: "list", tabindex: "0", role: "region", "aria-label": words("rules_uses") });
    let before = "";
    for (const place of places) {
      if (place.path !== before) list.append(el("p", { class: "file" }, place.path.replace(SHIPPED, "")));
      before = place.path;
      list.append(this.use(place));
    }
    put(this.uses, el("div", { class: "head" }, el("span", { class: "heading" }, words("rules_used", { name, n: places.length })), close), list);
    this.uses.hidden = false;
    list.querySelector("button")?.focus();
  }

  hideUses() {
    this.uses.hidden = true;
    this.leave();
  }

  /** @param {Place} place */
  use(place) {
    const { text, character, length } = place;
    return el(
      "button",
      { type: "button", class: "row use", onclick: () => this.go(place.path, place.line, character) },
      el("span", { class: "where soft" }, place.line),
      el("code", {}, text.slice(0, character).trimStart(), el("mark", {}, text.slice(character, character + length)), text.slice(character + length)),
    );
  }
}
