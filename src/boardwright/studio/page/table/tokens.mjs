// Draws tokens as SVG: cubes, coins, discs, pawns, markers, tiles, dice and cards.

import { svg } from "../dom.mjs";
import { symbol } from "../symbols.mjs";
import { inkOn, mixed } from "./colours.mjs";

/** @typedef {import("./contents.mjs").Look} Look */

const PAWN =
  "M50 6A17 17 0 0 1 60 37L57 41C60 58 66 68 76 76A8 8 0 0 1 82 84V92A4 4 0 0 1 78 96H22A4 4 0 0 1 18 92V84A8 8 0 0 1 24 76C34 68 40 58 43 41L40 37A17 17 0 0 1 50 6Z";

/**
 * How wide a token of this shape is, if it is one high.
 * @param {string} shape
 */
export function widthOf(shape) {
  if (shape === "card") return 0.72;
  if (shape === "pawn") return 0.7;
  if (shape === "marker") return 1.1;
  return 1;
}

/**
 * A token in a square of 100 by 100, or as wide as its shape is.
 * @param {Look} look
 * @param {number} count shown if it is more than one, and of a stock always
 * @param {boolean} [always] whether one is shown as a number, too
 * @returns {SVGGElement}
 */
export function token(look, count, always = false) {
  const wide = 100 * widthOf(look.shape);
  const edge = mixed(look.colour, "#000000", 0.35);
  const inMiddle = look.shape === "cube" || look.shape === "coin";
  const number = count > 1 || (always && inMiddle) ? String(count) : "";
  const found = svg("g", { class: `token ${look.shape}` });
  const inside = () => void found.append(...middle(look, wide / 2, 50, 58, number));
  switch (look.shape) {
    case "cube":
      found.append(
        svg("rect", { x: 7, y: 12, width: 88, height: 86, rx: 14, fill: "#000", opacity: 0.18 }),
        svg("rect", { x: 6, y: 6, width: 88, height: 88, rx: 13, fill: look.colour, stroke: edge, "stroke-width": 4 }),
        svg("path", { d: "M14 19Q14 14 19 14H81Q86 14 86 19", fill: "none", stroke: "#fff", "stroke-width": 4, opacity: 0.35 }),
      );
      inside();
      break;
    case "coin":
      found.append(
        svg("circle", { cx: 51, cy: 54, r: 45, fill: "#000", opacity: 0.18 }),
        svg("circle", { cx: 50, cy: 50, r: 45, fill: look.colour, stroke: edge, "stroke-width": 4 }),
        svg("circle", { cx: 50, cy: 50, r: 36, fill: "none", stroke: edge, "stroke-width": 2.5, opacity: 0.7 }),
      );
      inside();
      break;
    case "pawn":
      found.append(
        svg("path", { d: PAWN, transform: "translate(-15 0)", fill: look.colour, stroke: edge, "stroke-width": 4 }),
        ...(number ? badge(wide, number) : []),
      );
      break;
    case "card":
      found.append(...card(look, wide), ...(number ? badge(wide, number) : []));
      break;
    case "tile":
      found.append(
        svg("rect", { x: 5, y: 5, width: 90, height: 90, rx: 9, fill: look.colour, stroke: edge, "stroke-width": 4 }),
        ...middle(look, 50, 50, 62, ""),
        ...(number ? badge(wide, number) : []),
      );
      break;
    case "marker":
      found.append(
        svg("rect", { x: 5, y: 14, width: wide - 10, height: 72, rx: 36, fill: look.colour, stroke: edge, "stroke-width": 4 }),
        ...middle(look, wide / 2, 50, 52, ""),
        ...(number ? badge(wide, number) : []),
      );
      break;
    case "die":
      found.append(
        svg("rect", { x: 6, y: 6, width: 88, height: 88, rx: 18, fill: look.colour, stroke: edge, "stroke-width": 4 }),
        ...middle(look, 50, 50, 60, ""),
      );
      break;
    default:
      found.append(
        svg("circle", { cx: 51, cy: 53, r: 45, fill: "#000", opacity: 0.18 }),
        svg("circle", { cx: 50, cy: 50, r: 45, fill: look.colour, stroke: edge, "stroke-width": 4 }),
        ...middle(look, 50, 50, 60, ""),
        ...(number ? badge(wide, number) : []),
      );
  }
  return found;
}

/**
 * What stands in the middle: a number, else the symbol, else letters.
 * @param {Look} look
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} number
 * @returns {SVGElement[]}
 */
function middle(look, x, y, size, number) {
  if (number) return [text(number, x, y, number.length > 2 ? size * 0.62 : number.length > 1 ? size * 0.82 : size, look.ink)];
  if (look.symbol) return [symbol(look.symbol, x - size / 2, y - size / 2, size, look.ink, look.colour)];
  return look.letters ? [text(look.letters, x, y, look.letters.length > 1 ? size * 0.66 : size, look.ink)] : [];
}

/**
 * @param {Look} look
 * @param {number} wide
 * @returns {SVGElement[]}
 */
function card(look, wide) {
  const edge = mixed(look.colour, "#000000", 0.35);
  const rim = { x: 2, y: 2, width: wide - 4, height: 96, rx: 8 };
  if (look.back) {
    return [
      svg("rect", { ...rim, fill: look.colour, stroke: edge, "stroke-width": 3 }),
      svg("rect", { x: 9, y: 9, width: wide - 18, height: 82, rx: 4, fill: "none", stroke: look.ink, "stroke-width": 2, opacity: 0.55 }),
      ...middle(look, wide / 2, 50, 40, ""),
    ];
  }
  return [
    svg("rect", { ...rim, fill: "#fbf7ec", stroke: edge, "stroke-width": 3 }),
    svg("path", { d: `M3.5 34V10Q3.5 3.5 10 3.5H${wide - 10}Q${wide - 3.5} 3.5 ${wide - 3.5} 10V34Z`, fill: look.colour }),
    ...(look.number && look.symbol ? [text(look.number, wide / 2, 19, 27, look.ink)] : []),
    ...middle({ ...look, ink: "#3a3226", colour: "#fbf7ec" }, wide / 2, 65, 42, ""),
  ];
}

/**
 * A small number at the corner.
 * @param {number} wide
 * @param {string} number
 * @returns {SVGElement[]}
 */
function badge(wide, number) {
  const half = 21 + 10 * (number.length - 1);
  return [
    svg("rect", { x: wide - half - 8, y: 64, width: 2 * half, height: 44, rx: 22, fill: "#2a2118", stroke: "#fff", "stroke-width": 3 }),
    text(number, wide - 8, 87, 36, inkOn("#2a2118")),
  ];
}

/**
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} ink
 */
function text(words, x, y, size, ink) {
  return svg(
    "text",
    { x, y, "font-size": size, fill: ink, "text-anchor": "middle", "dominant-baseline": "central", class: "token-text" },
    words,
  );
}
