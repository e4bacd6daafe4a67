// Two runs beside each other: every figure with its difference and the interval of that.

import { el, put } from "../dom.mjs";
import { tick } from "../rulesets.mjs";
import { number, percent, table } from "./figures.mjs";

/** @typedef {import("../words.mjs").Words} Words */

/**
 * @param {any} comparison
 * @param {{first: string, second: string}} of the ids of the runs
 * @param {Words} words
 * @returns {HTMLElement[]}
 */
export function comparisonOf(comparison, of, words) {
  const { differences } = comparison;
  const beyond = differences.filter((/** @type {any} */ each) => each.beyond_chance);
  const tables = el("div", { class: "compare-tables" });
  const show = (/** @type {boolean} */ only) => put(tables, ...groups(only ? beyond : differences, words));
  const settings = comparison.plan_differs.map((/** @type {any} */ each) => [each.key, plain(each.first), plain(each.second)]);
  const ids = [of.first, of.second];
  const only = comparison.only.map((/** @type {any} */ each) =>
    el("li", {}, words("runs_only_in", { run: ids[each.run - 1] ?? "", name: `${each.kind}: ${each.name}` })),
  );
  show(beyond.length > 0);
  const said = beyond.length > 0 ? words("runs_beyond", { n: beyond.length, of: differences.length }) : words("runs_no_difference");
  return [
    el("p", { class: "compare-said" }, said),
    settings.length > 0 ? table(words("runs_differs"), ["", words("runs_first"), words("runs_second")], settings) : el("span", {}),
    only.length > 0 ? el("ul", {}, ...only) : el("span", {}),
    tick(words("runs_only_beyond"), beyond.length > 0, show),
    tables,
  ];
}

/** @param {unknown} value */
function plain(value) {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

/**
 * @param {any[]} differences
 * @param {Words} words
 */
function groups(differences, words) {
  const heads = ["", words("runs_first"), words("runs_second"), words("runs_difference"), words("runs_interval"), ""];
  return [...new Set(differences.map((each) => each.group))].map((group) => {
    const rows = differences.filter((each) => each.group === group).map((each) => row(each, words));
    return el("section", {}, el("h3", {}, group), table(group, heads, rows));
  });
}

/**
 * @param {any} each
 * @param {Words} words
 */
function row(each, words) {
  const rates = each.unit === "percent";
  const value = (/** @type {any} */ side) => (rates ? percent(side.rate) : number(side.mean, 2));
  const signed = (/** @type {number} */ gap) => {
    const size = number(Math.abs(rates ? 100 * gap : gap), rates ? 1 : 2);
    const text = `${gap < 0 ? "−" : "+"}${size}`;
    return rates ? words("runs_points_unit", { n: text }) : text;
  };
  const name = each.of === "all" ? each.what : `${each.of}: ${each.what}`;
  return [
    name,
    value(each.first),
    value(each.second),
    signed(each.difference),
    words("runs_to", { low: signed(each.low), high: signed(each.high) }),
    each.beyond_chance ? `${each.difference > 0 ? "▲" : "▼"} ${words("runs_beyond_yes")}` : "",
  ];
}
