// Draws the symbols that a look may name, and pictures in their place.

import { svg } from "./dom.mjs";
import { DRAWINGS } from "./drawings.mjs";

/**
 * A symbol in a square, in two colours; a picture, if it is the address of one.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} ink
 * @param {string} ground the colour of the holes in it
 * @returns {SVGElement}
 */
export function symbol(name, x, y, size, ink, ground) {
  if (name.startsWith("data:image/")) return svg("image", { href: name, x, y, width: size, height: size });
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${size / 10})` },
    ...(DRAWINGS[name] ?? []).map((d, layer) => svg("path", { d, fill: layer % 2 ? ground : ink })),
  );
}
