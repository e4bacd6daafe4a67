// The files of the folder as a tree of links, with the number of findings of each.

import { el, put } from "../dom.mjs";
import { hashOf } from "../routes.mjs";
import { SHIPPED } from "./folder.mjs";

/** @typedef {{errors: number, warnings: number, unsaved: boolean}} Marks */

export class Tree {
  /**
   * @param {import("../main.mjs").App} app
   * @param {HTMLElement} host
   * @param {import("./folder.mjs").Folder} folder
   * @param {(path: string) => Marks} marksOf
   */
  constructor(app, host, folder, marksOf) {
    this.app = app;
    this.host = host;
    this.folder = folder;
    this.marksOf = marksOf;
    /** Folders that were opened or closed by hand. @type {Map<string, boolean>} */
    this.open = new Map();
    /** @type {Map<string, {link: HTMLAnchorElement, mark: HTMLElement}>} */
    this.links = new Map();
    this.current = "";
  }

  /** Draws the tree anew, if files have come or gone. */
  draw() {
    const paths = [...this.folder.files.keys()];
    if (paths.length === this.links.size && paths.every((path) => this.links.has(path))) return this.mark();
    this.links.clear();
    const own = paths.filter((path) => !path.startsWith(SHIPPED));
    const shipped = paths.filter((path) => path.startsWith(SHIPPED));
    /** @type {HTMLElement[]} */
    const parts = [this.list(own, "")];
    if (shipped.length) {
      const head = el("p", { class: "heading" }, this.app.words("rules_shipped"));
      parts.push(el("div", { class: "shipped" }, head, this.list(shipped, "")));
    }
    put(this.host, ...parts);
    this.mark();
    this.show(this.current);
  }

  /**
   * A list of what lies in a folder.
   * @param {string[]} paths all of them below it
   * @param {string} folder ends in `/`, or is empty
   */
  list(paths, folder) {
    /** @type {Map<string, string[]>} */
    const folders = new Map();
    const found = el("ul");
    for (const path of paths) {
      const inside = path.slice(folder.length);
      const end = inside.indexOf("/");
      if (end < 0) found.append(el("li", {}, this.link(path, inside)));
      else {
        const name = inside.slice(0, end + 1);
        folders.set(name, [...(folders.get(name) ?? []), path]);
      }
    }
    for (const [name, below] of folders) found.append(el("li", {}, this.folderOf(folder + name, name, below)));
    return found;
  }

  /**
   * @param {string} folder
   * @param {string} name
   * @param {string[]} paths
   */
  folderOf(folder, name, paths) {
    const open = this.open.get(folder) ?? (!folder.startsWith(SHIPPED) && paths.length <= 40);
    const shown = name.slice(0, -1).replace(SHIPPED, "");
    const summary = el("summary", {}, el("span", { class: "name" }, shown), el("span", { class: "soft" }, String(paths.length)));
    const found = el("details", { open }, summary, this.list(paths, folder));
    summary.addEventListener("click", () => this.open.set(folder, !found.open));
    return found;
  }

  /**
   * @param {string} path
   * @param {string} name
   */
  link(path, name) {
    const mark = el("span", { class: "marks" });
    const kind = this.folder.files.get(path)?.kind ?? "text";
    const link = el("a", { href: hashOf({ view: "rules", path }), "data-kind": kind, title: path.replace(SHIPPED, "") }, el("span", { class: "name" }, name), mark);
    this.links.set(path, { link, mark });
    return link;
  }

  /** Shows anew how many findings each file has. */
  mark() {
    const { words } = this.app;
    for (const [path, { mark }] of this.links) {
      const { errors, warnings, unsaved } = this.marksOf(path);
      put(
        mark,
        unsaved && el("span", { class: "unsaved", title: words("rules_unsaved") }, "●", heard(words("rules_unsaved"))),
        errors > 0 && el("span", { class: "error" }, errors, heard(words("rules_errors", { n: errors }))),
        warnings > 0 && el("span", { class: "warning" }, warnings, heard(words("rules_warnings", { n: warnings }))),
      );
    }
  }

  /**
   * Marks the file that is shown.
   * @param {string} path
   */
  show(path) {
    this.links.get(this.current)?.link.removeAttribute("aria-current");
    this.current = path;
    const link = this.links.get(path)?.link;
    link?.setAttribute("aria-current", "true");
    for (let above = link?.parentElement; above && above !== this.host; above = above.parentElement) {
      if (above instanceof HTMLDetailsElement) above.open = true;
    }
    link?.scrollIntoView({ block: "nearest" });
  }
}

/** @param {string} text */
function heard(text) {
  return el("span", { class: "only-heard" }, ` ${text}`);
}
