// The board: what never changes of it is drawn once, and the tokens again where something has changed.

import { put, svg } from "../dom.mjs";
import { symbol } from "../symbols.mjs";
import { inkOn, mixed } from "./colours.mjs";
import { merged } from "./contents.mjs";
import { capital, named } from "./descriptions.mjs";
import { heaped } from "./places.mjs";
import { pack } from "./packing.mjs";
import { setTip } from "./tips.mjs";
import { token, widthOf } from "./tokens.mjs";

/** @typedef {import("./contents.mjs").Item} Item */
/** @typedef {import("./packing.mjs").Area} Area */
/**
 * A space, or a place on the board, with the element that holds its tokens.
 * @typedef {object} Spot
 * @property {any} thing
 * @property {Area} area
 * @property {SVGGElement} element
 * @property {SVGElement | null} label
 * @property {SVGGElement} tokens
 * @property {string} drawn what is drawn in it now, as a text to compare
 */

const MOST = 70; // the largest token, in thousandths of the board
const SHARE = 0.64; // of the room on a space, the largest token
const LEAST = 13;
/** @type {[string, string, boolean][]} */
const MARKS = [["focusin", "focused", true], ["focusout", "focused", false], ["pointerover", "hovered", true], ["pointerout", "hovered", false]];
const READABLE = 8; // pixels: names are no smaller, as far as there is room from side to side
const MANY = 9; // more pieces than that which look the same are one token

export class Board {
  /**
   * @param {any} picture
   * @param {string} name
   */
  constructor(picture, name) {
    this.picture = picture;
    this.ground = picture.styles?.[picture.ground]?.fill ?? picture.ground ?? "";
    this.fitted = 0;
    this.unit = Math.max(picture.width, picture.height) / 1000;
    /** @type {Map<string, Spot>} by the id of the space or place */
    this.spots = new Map();
    const below = svg("g", { class: "ground", "aria-hidden": "true" });
    if (picture.picture) {
      below.append(svg("image", { href: picture.picture, width: picture.width, height: picture.height, preserveAspectRatio: "xMidYMid slice" }));
    }
    else below.append(svg("rect", { width: picture.width, height: picture.height, fill: this.ground || "none" }));
    for (const shape of picture.shapes ?? []) below.append(drawn(shape, picture.styles ?? {}));
    for (const { x, y, size, anchor, text, colour } of picture.texts ?? []) below.append(svg("text", { class: "rim-text", x, y, "font-size": size, "text-anchor": anchor, fill: colour }, text));
    const things = svg("g", {});
    const over = svg("g", { class: "over", "aria-hidden": "true" }, ...(picture.over ?? []).map((/** @type {any} */ shape) => drawn(shape, picture.styles ?? {})));
    this.names = svg("g", { class: "names", "aria-hidden": "true" });
    this.tokens = svg("g", { class: "tokens" });
    this.rings = svg("g", { class: "rings", "aria-hidden": "true" });
    for (const space of picture.spaces ?? []) things.append(this.space(space));
    for (const place of picture.places ?? []) {
      if (place.on === "board" && place.w) things.append(this.place(place));
    }
    this.element = svg(
      "svg",
      { class: `board ground-${picture.ground}`, viewBox: `0 0 ${picture.width} ${picture.height}`, role: "group", "aria-label": name },
      below,
      things,
      over,
      this.rings,
      this.names,
      this.tokens,
    );
    for (const [kind, mark, isOn] of MARKS) things.addEventListener(kind, (event) => this.markRing(event.target, mark, isOn));
  }

  /**
   * @param {any} thing
   * @param {Area} area
   * @param {SVGGElement} element
   * @param {SVGElement | null} label its name, if that lies above what crosses it
   */
  spot(thing, area, element, label = null) {
    const tokens = svg("g", { "data-place": thing.id });
    this.tokens.append(tokens);
    this.spots.set(thing.id, { thing, area, element, label, tokens, drawn: "" });
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", thing.name);
    if (thing.text) setTip(element, thing.name, thing.text);
    return element;
  }

  /** @param {any} space */
  space(space) {
    const element = svg(
      "g",
      { class: `space ${space.shape}`, "data-key": `space:${space.id}`, "data-at": space.id },
      svg("path", { class: "outline", d: space.d, fill: space.colour, stroke: space.rim }),
      space.symbol ? this.symbolOf(space) : null,
    );
    const label = this.label(space);
    if (label) this.names.append(label);
    return this.spot(space, space.area, element, label);
  }

  /** @param {any} space */
  label({ label, ink, colour }) {
    if (!label?.lines?.length) return null;
    const found = svg("text", { class: "space-name", "font-size": label.size, "text-anchor": label.anchor, fill: ink, stroke: colour });
    label.lines.forEach((/** @type {string} */ line, /** @type {number} */ n) => found.append(svg("tspan", { x: label.x, y: label.y + n * label.leading }, n ? line : capital(line))));
    return found;
  }

  /** @param {any} space */
  symbolOf({ symbol: name, area, ink, colour }) {
    const size = Math.min(area.w, area.h) * 0.8;
    const found = symbol(name, area.x + (area.w - size) / 2, area.y + (area.h - size) / 2, size, ink, colour);
    found.classList.add("space-symbol");
    return found;
  }

  /** @param {any} place */
  place(place) {
    const { x, y, w, h, label, area, rim, colour = "#f4efe2" } = place;
    const element = svg(
      "g",
      { class: "space place", "data-key": `place:${place.id}`, "data-at": place.id },
      svg("rect", { class: "outline", x, y, width: w, height: h, rx: 8 * this.unit, fill: colour, stroke: rim ?? mixed(colour, "#000000", 0.35) }),
      this.label({ label, ink: inkOn(colour), colour }),
    );
    return this.spot(place, area, element);
  }

  /**
   * Draws names that could not be read larger, upwards from where they end: as wide as their space at most.
   * @param {number} scale pixels of a unit
   */
  fitNames(scale) {
    if (scale === this.fitted) return;
    this.fitted = scale;
    for (const { label: above, element, thing } of this.spots.values()) {
      const label = above ?? element.querySelector(".space-name");
      if (!(label instanceof SVGTextElement)) continue;
      const { size, y, leading, lines } = thing.label;
      label.setAttribute("font-size", size);
      const wide = size * scale < READABLE ? label.getBBox().width : 0;
      const outline = element.querySelector(".outline");
      const room = wide && outline instanceof SVGGraphicsElement ? outline.getBBox().width : 0;
      const share = wide ? Math.max(1, Math.min(READABLE / scale / size, room / wide)) : 1;
      label.setAttribute("font-size", String(size * share));
      [...label.children].forEach((line, n) => line.setAttribute("y", String(y + (lines.length - 1) * leading - (lines.length - 1 - n) * leading * share)));
    }
  }

  /**
   * Draws what lies on the board now. Spots where nothing has changed stay as they are.
   * @param {import("./contents.mjs").Contents} contents
   */
  draw(contents) {
    for (const [id, spot] of this.spots) {
      const there = contents.get(id) ?? [];
      const items = spot.thing.base ? heaped(spot.thing, there) : there;
      const drawn = JSON.stringify(items.map((item) => [item.keys, item.count, item.look]));
      if (drawn === spot.drawn) continue;
      spot.drawn = drawn;
      this.fill(spot, items);
      spot.element.setAttribute("aria-label", named(spot.thing.name, there));
    }
  }

  /**
   * @param {Spot} spot
   * @param {Item[]} items
   * @returns {void}
   */
  fill(spot, items) {
    const shown = items.length > MANY ? merged(items) : items;
    const rooms = roomsOf(spot.thing, items);
    const roomKinds = new Set(rooms.map((room) => room.kind));
    const first = shown.filter((item) => !roomKinds.has(item.kind));
    const second = shown.filter((item) => roomKinds.has(item.kind));
    const singles = new Set(rooms.filter((room) => room.most === 1).map((room) => room.kind));
    const empty = rooms.filter((room) => room.most > 1).flatMap((room) => Array.from({ length: room.free }, () => this.picture.kinds?.[room.kind]?.shape ?? this.picture.stocks?.[room.kind]?.shape ?? "disc"));
    const groups = [first.map((item) => widthOf(item.look.shape)), [...second.map((item) => widthOf(item.look.shape)), ...empty.map(widthOf)]];
    const filled = groups.filter((group) => group.length);
    const most = Math.min(MOST * this.unit, SHARE * Math.min(spot.area.w, spot.area.h));
    const spots = pack(spot.area, filled, most, Math.min(most, LEAST * this.unit));
    if (!spots && shown.length > merged(items).length) return this.fill(spot, merged(items));
    const flat = (spots ?? crowded(spot.area, filled.flat().length, LEAST * this.unit)).flat();
    const all = [...first, ...second];
    put(
      spot.tokens,
      ...all.map((item, n) => tokenAt(item, flat[n], item.stock && !singles.has(item.kind))),
      ...empty.map((shape, n) => slotAt(shape, flat[all.length + n])),
    );
  }

  /** Draws rings around what may be chosen, above all spaces: a neighbour must not cover one. */
  ring() {
    const rings = [...this.spots.values()].filter((spot) => spot.element.classList.contains("target")).map((spot) => {
      const ring = /** @type {SVGElement} */ (spot.element.querySelector(".outline")?.cloneNode());
      ring.setAttribute("class", "ring");
      ring.setAttribute("data-ring", spot.thing.id);
      return ring;
    });
    put(this.rings, ...rings);
  }

  /**
   * Marks the ring of a space: the focus is there, or the pointer.
   * @param {EventTarget | null} target
   * @param {string} mark
   * @param {boolean} isOn
   */
  markRing(target, mark, isOn) {
    const id = target instanceof Element ? target.closest(".space")?.getAttribute("data-at") : null;
    if (id) this.rings.querySelector(`[data-ring="${CSS.escape(id)}"]`)?.classList.toggle(mark, isOn);
  }
}

/**
 * A part of the board that is no space.
 * @param {any} shape
 * @param {Record<string, any>} styles
 */
function drawn({ tag, style, colour, width, ...rest }, styles) {
  const how = styles[style] ?? {};
  const hasFill = how.fill && how.fill !== "none";
  return svg(/** @type {"path"} */ (tag), {
    ...rest,
    fill: hasFill ? (colour ?? how.fill) : "none",
    stroke: how.stroke ? (colour ?? how.stroke) : null,
    "stroke-width": width ?? how.width,
    "stroke-dasharray": how.dashes,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
}

/**
 * How much fits there, and how much is still free.
 * @param {any} thing
 * @param {Item[]} items
 * @returns {{kind: string, most: number, free: number}[]}
 */
function roomsOf(thing, items) {
  return (thing.room ?? []).map((/** @type {{kind: string, count: number}} */ room) => {
    const there = items.filter((item) => item.kind === room.kind).reduce((sum, item) => sum + item.count, 0);
    return { kind: room.kind, most: room.count, free: Math.max(0, Math.min(room.count, 12) - there) };
  });
}

/**
 * Where tokens go that do not fit: one over the other, from left to right.
 * @param {Area} area
 * @param {number} count
 * @param {number} size
 */
function crowded(area, count, size) {
  const step = count > 1 ? (area.w - size) / (count - 1) : 0;
  return Array.from({ length: count }, (_, n) => ({ x: area.x + n * step, y: area.y + (area.h - size) / 2, size }));
}

/**
 * @param {Item} item
 * @param {import("./packing.mjs").Spot | undefined} spot
 * @param {boolean} isCounted whether one is shown as a number, too
 */
function tokenAt(item, spot, isCounted) {
  if (!spot) return null;
  const wide = widthOf(item.look.shape) * 100;
  const found = svg(
    "g",
    { class: "item", "data-key": item.keys.join(" "), "aria-hidden": "true", transform: `translate(${spot.x} ${spot.y}) scale(${spot.size / 100})` },
    token(item.look, item.count, isCounted),
    svg("rect", { class: "item-ring", x: -4, y: -4, width: wide + 8, height: 108, rx: item.look.shape === "disc" || item.look.shape === "coin" ? 54 : 16 }),
  );
  found.dataset.name = item.look.name;
  setTip(found, item.look.name, item.face?.text ?? "");
  return found;
}

/**
 * @param {string} shape
 * @param {import("./packing.mjs").Spot | undefined} spot
 */
function slotAt(shape, spot) {
  if (!spot) return null;
  const round = shape === "disc" || shape === "coin" || shape === "pawn";
  const wide = widthOf(shape) * 100;
  return svg("rect", { class: "slot", "aria-hidden": "true", x: 8, y: 8, width: wide - 16, height: 84, rx: round ? 42 : 12, transform: `translate(${spot.x} ${spot.y}) scale(${spot.size / 100})` });
}
