// What is wrong with the rules, where a game cannot be opened: a list that leads to the lines.

import { dialog } from "./dialog.mjs";
import { el } from "./dom.mjs";
import { hashOf } from "./routes.mjs";

const MOST = 20;

/**
 * Shows findings, as `validate --format json` has them, until they are closed.
 * @param {import("./main.mjs").App} app
 * @param {readonly any[]} findings
 */
export function showFindings(app, findings) {
  const { words } = app;
  const items = findings.slice(0, MOST).map((each) => {
    const place = each.filename && `${each.filename}:${each.location?.row ?? 1}`;
    const link = place && el("a", { href: hashOf({ view: "rules", path: place }), onclick: () => found.close() }, place);
    return el("li", {}, `${each.message} `, el("span", { class: "soft" }, each.code), link ? el("div", {}, link) : "");
  });
  const more = findings.length - items.length;
  const rest = more > 0 ? [el("p", { class: "soft" }, words("findings_more", { n: more }))] : [];
  const found = dialog(words("findings_title"), [el("ul", { class: "findings-list" }, ...items), ...rest], { close: words("close"), wide: true });
}
