// How figures are written, and plots of rates with their intervals.

import { el, svg } from "../dom.mjs";

/** @typedef {{numerator: number, denominator: number, of: number, rate: number | null, low: number, high: number}} Rate */
/** @typedef {{n: number, mean: number | null, quantiles: Record<string, number> | null, counts: [number, number][]}} Spread */
/** @typedef {{name: string, low: number, high: number, at: number | null, mark?: string}} Interval */
/** @typedef {string | number | Node} Cell */

const WIDTH = 300;
const ROW = 18;

/** @param {number | null | undefined} rate */
export function percent(rate) {
  return rate === null || rate === undefined ? "–" : `${(100 * rate).toFixed(1)}%`;
}

/**
 * @param {number | null | undefined} value
 * @param {number} [digits]
 */
export function number(value, digits = 1) {
  return value === null || value === undefined ? "–" : value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: Number.isInteger(value) ? 0 : digits });
}

/**
 * A table whose first column names the rows. It scrolls by itself if it is wide.
 * @param {string} caption
 * @param {string[]} heads
 * @param {Cell[][]} rows
 */
export function table(caption, heads, rows) {
  const body = rows.map(([name, ...cells]) =>
    el("tr", {}, el("th", { scope: "row" }, name), ...cells.map((cell) => el("td", {}, cell))),
  );
  return el(
    "div",
    { class: "wide-table", tabindex: 0, role: "region", "aria-label": caption },
    el(
      "table",
      {},
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...heads.map((head, n) => (head || n > 0 ? el("th", { scope: "col" }, head) : el("td", {}))))),
      el("tbody", {}, ...body),
    ),
  );
}

/**
 * A point and its interval for each row, on a scale that all share, with a dashed line. What it shows stands in a table, too.
 * @param {Interval[]} rows
 * @param {number} line
 */
export function forest(rows, line) {
  const known = rows.filter((each) => each.at !== null);
  if (known.length === 0) return null;
  const low = Math.min(line, ...known.map((each) => each.low));
  const high = Math.max(line, ...known.map((each) => each.high));
  const scale = WIDTH / (high - low || 1);
  const x = (/** @type {number} */ value) => Math.round((value - low) * scale * 10) / 10;
  const parts = known.flatMap((each, n) => {
    const y = n * ROW + ROW / 2;
    const kind = each.mark ?? "";
    return [
      svg("line", { class: `interval ${kind}`, x1: x(each.low), x2: x(each.high), y1: y, y2: y }),
      svg("line", { class: `rate ${kind}`, x1: x(each.at ?? 0), x2: x(each.at ?? 0), y1: y - 5, y2: y + 5 }),
    ];
  });
  const tall = known.length * ROW;
  const names = el("div", { class: "forest-names" }, ...known.map((each) => el("span", {}, each.name)));
  const plot = svg(
    "svg",
    { viewBox: `-6 0 ${WIDTH + 12} ${tall}`, preserveAspectRatio: "none", height: tall },
    svg("line", { class: "average", x1: x(line), x2: x(line), y1: 0, y2: tall }),
    ...parts,
  );
  return el("div", { class: "forest", "aria-hidden": "true" }, names, plot);
}

/**
 * Bars for how often each value occurred; values that lie close share a bar if there are many.
 * @param {Spread} spread
 * @param {string} label
 */
export function histogram(spread, label) {
  const most = 40;
  const [first] = spread.counts[0] ?? [0];
  const [last] = spread.counts.at(-1) ?? [0];
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  /** @type {number[]} */
  const bars = Array.from({ length: Math.floor((last - first) / step) + 1 }, () => 0);
  for (const [value, count] of spread.counts) {
    const at = Math.floor((value - first) / step);
    bars[at] = (bars[at] ?? 0) + count;
  }
  const top = Math.max(1, ...bars);
  const wide = WIDTH / bars.length;
  return el(
    "figure",
    { class: "histogram" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} 80`, preserveAspectRatio: "none", role: "img", "aria-label": label },
      ...bars.map((count, n) => {
        const high = (78 * count) / top;
        return svg("rect", { x: (n * wide + wide * 0.08).toFixed(1), y: (80 - high).toFixed(1), width: (wide * 0.84).toFixed(1), height: high.toFixed(1) });
      }),
    ),
    el("figcaption", {}, el("span", {}, number(first)), el("span", {}, label), el("span", {}, number(last))),
  );
}
