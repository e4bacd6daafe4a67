// How strong a card was in a run: a point with its interval on a line from 0 to 100%, and a mark at the average.

import { el, svg } from "../dom.mjs";

/** @typedef {{rate: number | null, low: number, high: number, of: number}} Rate */
/** @typedef {{way: "held" | "taken" | "used", taken: number, used: number | null, wins: Rate, average: Rate, verdict: "more" | "as expected" | "less"}} Strength */

const WIDTH = 160;
const HEIGHT = 14;

/**
 * A rate as a percentage.
 * @param {number | null} value
 */
export function percent(value) {
  return value === null ? "–" : `${(100 * value).toFixed(1)}%`;
}

/**
 * @param {Strength} strength
 * @param {import("../words.mjs").Words} words
 */
export function strengthOf(strength, words) {
  const { wins, average, verdict, way } = strength;
  const times =
    strength.used !== null && (way === "used" || strength.used > 0)
      ? words("cards_used_times", { n: strength.used })
      : words("cards_taken_times", { n: strength.taken });
  if (wins.rate === null) return el("p", { class: "card-strength soft" }, words("cards_never"));
  const said = words(`cards_${way}`, { rate: percent(wins.rate) });
  const interval = words("cards_interval", { low: percent(wins.low), high: percent(wins.high), average: percent(average.rate) });
  const mark = verdict === "more" ? "▲" : verdict === "less" ? "▼" : "";
  const told = verdict === "as expected" ? "" : words(verdict === "more" ? "cards_more" : "cards_less");
  return el(
    "div",
    { class: `card-strength ${verdict === "as expected" ? "" : verdict}` },
    el("span", { class: "card-wins" }, said, mark && el("span", { title: told, "aria-label": told, role: "img" }, ` ${mark}`)),
    plot(wins, average),
    el("span", { class: "soft" }, interval),
    el("span", { class: "soft" }, times),
  );
}

/**
 * @param {Rate} wins
 * @param {Rate} average
 */
function plot(wins, average) {
  const at = (/** @type {number} */ rate) => Math.round(rate * WIDTH);
  return svg(
    "svg",
    { class: "plot", viewBox: `-4 0 ${WIDTH + 8} ${HEIGHT}`, "aria-hidden": "true" },
    svg("line", { class: "scale", x1: 0, x2: WIDTH, y1: 7, y2: 7 }),
    average.rate !== null && svg("line", { class: "average", x1: at(average.rate), x2: at(average.rate), y1: 0, y2: HEIGHT }),
    svg("line", { class: "interval", x1: at(wins.low), x2: at(wins.high), y1: 7, y2: 7 }),
    svg("circle", { class: "rate", cx: at(wins.rate ?? 0), cy: 7, r: 3.5 }),
  );
}
