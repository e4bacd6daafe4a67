// The report of a run from its data (the format `report`), in the words of the page.

import { el } from "../dom.mjs";
import { forest, histogram, number, percent, table } from "./figures.mjs";

/** @typedef {import("../words.mjs").Words} Words */
/** @typedef {import("./figures.mjs").Rate} Rate */

/**
 * @param {any} report
 * @param {Words} words
 * @returns {HTMLElement[]}
 */
export function reportOf(report, words) {
  return report.standings ? standings(report, words) : sections(report, words);
}

/**
 * @param {string} title
 * @param {...(Node | null | false)} content
 */
function section(title, ...content) {
  return el("section", {}, el("h3", {}, title), ...content);
}

/**
 * @param {any} report
 * @param {Words} words
 */
function sections(report, words) {
  /** @type {HTMLElement[]} */
  const found = [about(report, words)];
  if (report.games.over > 0) {
    found.push(length(report, words));
    found.push(stands(words("runs_seats"), report.seats, report, words));
    if (report.agents.length > 0) found.push(stands(words("runs_agents_won"), report.agents, report, words));
    for (const kind of report.cards ?? []) found.push(cards(kind, words));
    found.push(scores(report, words));
  }
  if (report.decisions?.length > 0) found.push(decisions(report, words));
  return found;
}

/**
 * @param {any} report
 * @param {Words} words
 */
function about(report, words) {
  const { over, counted, error, limit } = report.games;
  return el(
    "div",
    {},
    el("p", {}, words("runs_counted", { over: number(over), counted: number(counted) })),
    error > 0 && el("p", { class: "finding error" }, words("runs_failed_games", { n: error })),
    limit > 0 && el("p", { class: "finding warning" }, words("runs_limit_games", { n: limit })),
  );
}

/**
 * @param {import("./figures.mjs").Spread} spread
 * @param {Words} words
 */
function spreadCells(spread, words) {
  const at = (/** @type {number} */ q) => number(spread.quantiles?.[q]);
  return [number(spread.mean), at(50), words("runs_to", { low: at(25), high: at(75) }), words("runs_to", { low: at(0), high: at(100) })];
}

/** @param {Words} words */
function spreadHeads(words) {
  return ["", words("runs_mean"), words("runs_median"), words("runs_middle"), words("runs_range")];
}

/**
 * @param {any} report
 * @param {Words} words
 */
function length(report, words) {
  const rows = Object.entries(report.length).map(([name, spread]) => [name, ...spreadCells(/** @type {any} */ (spread), words)]);
  const [name, spread] = /** @type {[string, any]} */ (Object.entries(report.length).at(-1) ?? ["", { counts: [] }]);
  return section(words("runs_length"), spread.counts.length > 1 ? histogram(spread, name) : null, table(words("runs_length"), spreadHeads(words), rows));
}

/**
 * @param {any} verdict
 * @param {Words} words
 */
function told(verdict, words) {
  return verdict === "more" ? `▲ ${words("runs_more")}` : verdict === "less" ? `▼ ${words("runs_less")}` : "";
}

/**
 * A line about how often each wins, and a table of it, which has verdicts only if there are some.
 * @param {string} title
 * @param {string} note
 * @param {string[]} heads
 * @param {string[][]} rows the verdict is the fourth of each
 * @param {Words} words
 */
function judged(title, note, heads, rows, words) {
  const isAny = rows.some((row) => row[3]);
  const kept = (/** @type {string[]} */ row) => row.filter((_, n) => isAny || n !== 3);
  const said = isAny ? note : `${note} ${words("runs_no_difference")}`;
  return [el("p", { class: "soft" }, said), table(title, kept(heads), rows.map(kept))];
}

/**
 * @param {Rate} rate
 * @param {Words} words
 */
function interval(rate, words) {
  return words("runs_to", { low: percent(rate.low), high: percent(rate.high) });
}

/**
 * @param {string} title
 * @param {any[]} found
 * @param {any} report
 * @param {Words} words
 */
function stands(title, found, report, words) {
  const chance = report.chance.value;
  const rows = found.map((each) => [
    each.name,
    percent(each.wins.rate),
    interval(each.wins, words),
    told(each.verdict, words),
    number(each.mean_rank.value, 2),
    number(each.scores.mean, 1),
  ]);
  const heads = ["", words("runs_wins"), words("runs_interval"), words("runs_verdict"), words("runs_mean_rank"), words("runs_mean_score")];
  const points = found.map((each) => ({ name: each.name, at: each.wins.rate, low: each.wins.low, high: each.wins.high, mark: each.verdict }));
  const note = words("runs_chance", { rate: percent(chance) });
  return section(title, forest(points, chance), ...judged(title, note, heads, rows, words));
}

/**
 * @param {any} kind
 * @param {Words} words
 */
function cards(kind, words) {
  const had = (/** @type {any} */ card) => card[`${kind.way}_by`] ?? card.held_by;
  const points = kind.cards.map((/** @type {any} */ card) => {
    const { wins, verdict } = had(card);
    return { name: card.name, at: wins.rate, low: wins.low, high: wins.high, mark: verdict };
  });
  const rows = kind.cards.map((/** @type {any} */ card) => {
    const { wins, verdict } = had(card);
    return [card.name, percent(wins.rate), interval(wins, words), told(verdict, words), number(card.taken), number(card.used)];
  });
  const heads = ["", words("runs_wins"), words("runs_interval"), words("runs_verdict"), words("runs_taken"), words("runs_used")];
  const title = words("runs_cards", { name: kind.name });
  const average = kind.average.rate ?? 0;
  const note = words("runs_average", { rate: percent(average) });
  return section(title, forest(points, average), ...judged(title, note, heads, rows, words));
}

/**
 * @param {any} report
 * @param {Words} words
 */
function scores(report, words) {
  const rows = [[words("runs_scores"), ...spreadCells(report.scores, words)]];
  const plot = report.scores.counts.length > 1 ? histogram(report.scores, words("runs_scores")) : null;
  return section(words("runs_scores"), plot, table(words("runs_scores"), spreadHeads(words), rows));
}

/**
 * @param {any} report
 * @param {Words} words
 */
function decisions(report, words) {
  const games = report.games.counted || 1;
  const rows = report.decisions.map((/** @type {any} */ each) => [
    each.name,
    number(each.times),
    number(each.times / games),
    number(each.branching.mean),
  ]);
  const heads = ["", words("runs_times"), words("runs_per_game"), words("runs_options")];
  return section(words("runs_decisions"), table(words("runs_decisions"), heads, rows));
}

/**
 * The standings of a tournament.
 * @param {any} found
 * @param {Words} words
 */
function standings(found, words) {
  const ratings = found.ratings.map((/** @type {any} */ each) => ({
    name: each.agent,
    at: each.rating,
    low: each.rating - each.error,
    high: each.rating + each.error,
  }));
  const rows = found.ratings.map((/** @type {any} */ each) => [
    each.agent,
    number(Math.round(each.rating)),
    `±${number(Math.round(each.error))}`,
    number(each.points),
    number(each.comparisons),
  ]);
  const heads = ["", words("runs_rating"), "±", words("runs_points"), words("runs_comparisons")];
  const mean = ratings.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.at, 0) / (ratings.length || 1);
  const order = found.ratings.map((/** @type {any} */ each) => each.agent);
  const points = (/** @type {string} */ one, /** @type {string} */ other) => {
    const pair = found.pairs.find((/** @type {any} */ each) => each.agent === one && each.against === other);
    return pair ? percent(pair.points / pair.comparisons) : "";
  };
  const pairs = order.map((/** @type {string} */ one) => [one, ...order.map((/** @type {string} */ other) => (one === other ? "" : points(one, other)))]);
  return [
    section(words("runs_rating"), forest(ratings, mean), table(words("runs_rating"), heads, rows), el("p", { class: "soft" }, words("runs_ratings_about"))),
    section(words("runs_pairs"), table(words("runs_against"), ["", ...order], pairs)),
  ];
}
