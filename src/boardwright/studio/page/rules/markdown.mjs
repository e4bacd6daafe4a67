// Markdown of the language server as elements. It has names and texts of rulesets in it, so nothing of it is read as HTML.

import { el } from "../dom.mjs";

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https:\/\/[^\s)]+)\)/g;
const FENCE = /^```/;
const ITEM = /^[-*] +/;

/**
 * What a text in Markdown says.
 * @param {string} text
 * @returns {HTMLElement}
 */
export function markdown(text) {
  const found = el("div", { class: "markdown" });
  const lines = text.split("\n");
  /** @type {string[]} */
  let paragraph = [];
  /** @type {HTMLElement | null} */
  let list = null;
  const flush = () => {
    if (paragraph.length) found.append(el("p", {}, ...inline(paragraph.join(" "))));
    paragraph = [];
    list = null;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (FENCE.test(line)) {
      flush();
      const code = [];
      while (++at < lines.length && !FENCE.test(lines[at] ?? "")) code.push(lines[at]);
      found.append(el("pre", {}, el("code", {}, code.join("\n"))));
    } else if (/^(?:---+|\s*)$/.test(line)) {
      flush();
      if (line.startsWith("---")) found.append(el("hr"));
    } else if (/^#+ /.test(line)) {
      flush();
      found.append(el("p", {}, el("strong", {}, ...inline(line.replace(/^#+ /, "")))));
    } else if (ITEM.test(line) && !paragraph.length) {
      if (!list) found.append((list = el("ul")));
      list.append(el("li", {}, ...inline(line.replace(ITEM, ""))));
    } else if (list) list.lastElementChild?.append(" ", ...inline(line.trim()));
    else paragraph.push(line);
  }
  flush();
  return found;
}

/**
 * What a documentation of the language server says, which may be plain text.
 * @param {string | {kind: string, value: string}} told
 */
export function documentation(told) {
  if (typeof told !== "string" && told.kind === "markdown") return markdown(told.value);
  return el("div", { class: "markdown" }, el("p", {}, typeof told === "string" ? told : told.value));
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
  /** @type {(Node | string)[]} */
  const found = [];
  let end = 0;
  for (const each of text.matchAll(INLINE)) {
    found.push(text.slice(end, each.index));
    end = each.index + each[0].length;
    const [, code, strong, emphasis, label, href] = each;
    if (code) found.push(el("code", {}, code));
    else if (strong) found.push(el("strong", {}, strong));
    else if (emphasis) found.push(el("em", {}, emphasis));
    else if (href) found.push(el("a", { href, target: "_blank", rel: "noopener noreferrer" }, label));
  }
  found.push(text.slice(end));
  return found;
}

// Browsers that know trusted types refuse HTML as a string, everywhere in the page. Only what is made here passes.
/** @type {{createHTML(html: string): any}} */
const trusted = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("boardwright", { createHTML: String }) ?? { createHTML: String };

/**
 * For the parts of the editor that do want HTML: the text of it, with nothing that has a meaning there.
 * @param {string} html
 * @returns {string}
 */
export function asPlainText(html) {
  const text = new DOMParser().parseFromString(trusted.createHTML(html), "text/html").body.textContent ?? "";
  return trusted.createHTML(text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`));
}
