// Finds where tokens go in an area: rows of the largest tokens that fit.

/** @typedef {{x: number, y: number, w: number, h: number}} Area */
/** @typedef {{x: number, y: number, size: number}} Spot the upper left corner of a token, and its height */

const GAP = 0.1; // of a token, between two
const STEP = 0.94;

/**
 * A spot for each token, or null if they do not fit at the least size. Each group begins a new row.
 * @param {Area} area
 * @param {number[][]} groups the widths of the tokens, if they are one high
 * @param {number} most the height of the largest token
 * @param {number} least
 * @returns {Spot[][] | null}
 */
export function pack(area, groups, most, least) {
  for (let size = Math.min(most, area.h); size > 0 && size >= least; size *= STEP) {
    const found = groups.map((group) => rowsOf(group, area.w / size));
    const rows = found.flat();
    if (rows.some((row) => row.wide > area.w / size)) continue;
    if (rows.length * (1 + GAP) - GAP <= area.h / size) return placed(area, found, size);
  }
  return null;
}

/** @typedef {{wide: number, widths: number[]}} Row */

/**
 * @param {number[]} widths
 * @param {number} room
 * @returns {Row[]}
 */
function rowsOf(widths, room) {
  /** @type {Row[]} */
  const rows = [];
  for (const width of widths) {
    const last = rows.at(-1);
    if (last && last.wide + GAP + width <= room) {
      last.wide += GAP + width;
      last.widths.push(width);
    } else rows.push({ wide: width, widths: [width] });
  }
  return rows;
}

/**
 * @param {Area} area
 * @param {Row[][]} groups
 * @param {number} size
 * @returns {Spot[][]}
 */
function placed(area, groups, size) {
  const count = groups.flat().length;
  let y = area.y + (area.h - (count * (1 + GAP) - GAP) * size) / 2;
  return groups.map((rows) =>
    rows.flatMap((row) => {
      let x = area.x + (area.w - row.wide * size) / 2;
      const spots = row.widths.map((width) => {
        const spot = { x, y, size };
        x += (width + GAP) * size;
        return spot;
      });
      y += (1 + GAP) * size;
      return spots;
    }),
  );
}
