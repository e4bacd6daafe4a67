// Letters that can be read on a colour.

/**
 * The parts of a colour, each from 0 to 255; grey if it is not written as `#rrggbb`.
 * @param {string} colour
 * @returns {[number, number, number]}
 */
function parts(colour) {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!found) return [128, 128, 128];
  return [parseInt(found[1] ?? "", 16), parseInt(found[2] ?? "", 16), parseInt(found[3] ?? "", 16)];
}

/** @param {string} colour */
function luminance(colour) {
  const [red, green, blue] = parts(colour).map((each) => {
    const share = each / 255;
    return share <= 0.04 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const DARK = "#1a1510";
const LIGHT = "#ffffff";

/**
 * Dark or white: whichever can be read better on this colour.
 * @param {string} colour
 */
export function inkOn(colour) {
  const own = luminance(colour) + 0.05;
  return 1.05 / own >= own / (luminance(DARK) + 0.05) ? LIGHT : DARK;
}

/**
 * A colour that lies between two.
 * @param {string} one
 * @param {string} other
 * @param {number} share how much of the other, from 0 to 1
 */
export function mixed(one, other, share) {
  const ends = parts(other);
  const middle = parts(one).map((each, n) => Math.round(each + ((ends[n] ?? 0) - each) * share));
  return `#${middle.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}
