// What lies where: the view of a seat, place by place, as items that can be drawn.

import { inkOn } from "./colours.mjs";

/**
 * How a token looks. `letters` stand where there is no symbol.
 * @typedef {object} Look
 * @property {string} shape card, tile, disc, pawn, marker, cube, coin or die
 * @property {string} colour
 * @property {string} ink
 * @property {string} symbol a word, the address of a picture, or empty
 * @property {string} letters
 * @property {string} [number] what is printed large on a face
 * @property {string} name
 * @property {boolean} back whether only the back is seen
 */
/**
 * One token: a piece, several pieces that look the same, or an amount of a stock.
 * @typedef {object} Item
 * @property {string[]} keys the names under which it may be chosen: several, if pieces that look the same are one token
 * @property {string} kind of a piece, else of the stock
 * @property {string} place
 * @property {number} count
 * @property {Look} look
 * @property {any} [face] what `picture.pieces` knows of it, if its face is seen
 * @property {string} kindName
 * @property {Look} [backLook] how the piece looks from behind, if it has a face that may be hidden
 * @property {Item[]} [heap] the pieces that are one heap here
 * @property {string} [id] of a piece that can be followed
 * @property {string} [sort] of a stock
 * @property {boolean} stock
 */
/** @typedef {Map<string, Item[]>} Contents */

const NEUTRAL = "#8a8378";

/**
 * The items of each place that is not empty, pieces in their order from the bottom to the top.
 * @param {any} picture
 * @param {any} view
 * @returns {Contents}
 */
export function contentsOf(picture, view) {
  /** @type {Contents} */
  const found = new Map();
  /** @param {Item} item */
  const add = (item) => {
    const there = found.get(item.place);
    if (there) there.push(item);
    else found.set(item.place, [item]);
  };
  for (const [stock, places] of Object.entries(view.stocks ?? {})) {
    for (const [place, amount] of Object.entries(places)) {
      if (typeof amount === "number") add(amountOf(picture, stock, place, amount, ""));
      else for (const [sort, n] of Object.entries(amount)) add(amountOf(picture, stock, place, n, sort));
    }
  }
  for (const [kind, pieces] of Object.entries(view.pieces ?? {})) {
    for (const [id, piece] of Object.entries(pieces)) add(pieceOf(picture, kind, id, piece));
  }
  for (const [place, kinds] of Object.entries(view.piles ?? {})) {
    for (const [kind, pile] of Object.entries(kinds)) pileOf(picture, place, kind, pile).forEach(add);
  }
  for (const [place, order] of Object.entries(view.order ?? {})) {
    const rank = new Map(order.map((/** @type {string} */ id, /** @type {number} */ at) => [id, at]));
    found.get(place)?.sort((one, other) => (rank.get(one.id) ?? -1) - (rank.get(other.id) ?? -1));
  }
  return found;
}

/**
 * @param {any} picture
 * @param {string} stock
 * @param {string} place
 * @param {number} count
 * @param {string} sort
 * @returns {Item}
 */
function amountOf(picture, stock, place, count, sort) {
  const known = picture.stocks?.[stock] ?? {};
  const own =
    known.each === "player"
      ? picture.seats.find((/** @type {any} */ seat) => seat.id === sort)
      : (picture.members?.[known.each]?.[sort] ?? undefined);
  const colour = own?.colour || known.colour || NEUTRAL;
  const name = own?.name ? `${known.name ?? stock}, ${own.name}` : (known.name ?? stock);
  const look = {
    shape: known.shape ?? "cube",
    colour,
    ink: inkOn(colour),
    symbol: (known.each === "player" ? "" : own?.symbol) || known.symbol || "",
    letters: "",
    name,
    back: false,
  };
  const member = sort && known.each !== "player" ? `member:${known.each}:${sort}` : "";
  const key = member || `stock:${place}:${stock}:${sort}`;
  return { keys: [key], kind: stock, kindName: known.name ?? stock, place, count, look, sort, stock: true };
}

/**
 * @param {any} picture
 * @param {string} kind
 * @param {string} id
 * @param {any} piece
 * @returns {Item}
 */
function pieceOf(picture, kind, id, piece) {
  const face = picture.pieces?.[kind]?.[piece.face ?? id];
  const look = lookOf(picture, kind, face, piece.back);
  if (piece.side !== undefined) Object.assign(look, { shape: "die", letters: String(piece.side), symbol: "" });
  return { keys: [`piece:${kind}:${id}`], kind, kindName: picture.kinds?.[kind]?.name ?? kind, id, place: piece.place, count: 1, look, backLook: backOf(picture, kind), face, stock: false };
}

/**
 * Pieces that cannot be followed: those whose faces are known, face by face, and the rest.
 * @param {any} picture
 * @param {string} place
 * @param {string} kind
 * @param {{count: number, faces?: string[], backs?: any[]}} pile
 * @returns {Item[]}
 */
function pileOf(picture, place, kind, pile) {
  /** @type {Map<string, Item>} */
  const found = new Map();
  /** @param {string} face @param {any} back @param {number} count */
  const more = (face, back, count) => {
    const mark = face || JSON.stringify(back ?? null);
    const same = found.get(mark);
    if (same) {
      same.count += count;
      return;
    }
    const known = face ? picture.pieces?.[kind]?.[face] : undefined;
    const look = lookOf(picture, kind, known, back);
    const key = `pile:${place}:${kind}:${face}`;
    found.set(mark, { keys: [key], kind, kindName: picture.kinds?.[kind]?.name ?? kind, place, count, look, backLook: backOf(picture, kind), face: known, stock: false });
  };
  pile.faces?.forEach((face) => more(face, undefined, 1));
  pile.backs?.forEach((back) => more("", back, 1));
  const rest = pile.count - (pile.faces?.length ?? 0) - (pile.backs?.length ?? 0);
  if (rest > 0) more("", undefined, rest);
  return [...found.values()];
}

/**
 * @param {any} picture
 * @param {string} kind
 * @param {any} face
 * @param {any} back the attributes on the back, if there are any
 * @returns {Look}
 */
function lookOf(picture, kind, face, back) {
  const known = picture.kinds?.[kind] ?? {};
  const hidden = face === undefined && known.hidden;
  const side = hidden ? (known.back ?? {}) : (face ?? {});
  const colour = (hidden ? side.colour : side.colour || known.colour) || known.colour || NEUTRAL;
  const kindName = known.name ?? kind;
  const attributes = back ? Object.values(back).join(", ") : "";
  const name = hidden ? (attributes ? `${kindName} (${attributes})` : kindName) : (side.name ?? kindName);
  return {
    shape: known.shape ?? "disc",
    colour,
    ink: side.ink ?? inkOn(colour),
    symbol: side.picture || side.symbol || (hidden ? "" : known.symbol) || "",
    letters: side.number ?? (hidden ? "" : letters(name)),
    number: hidden ? "" : (side.number ?? ""),
    name,
    back: hidden,
  };
}

/**
 * @param {any} picture
 * @param {string} kind
 */
function backOf(picture, kind) {
  return picture.kinds?.[kind]?.hidden ? lookOf(picture, kind, undefined, undefined) : undefined;
}

/**
 * The first letters of a name, for a token without a symbol.
 * @param {string} name
 */
function letters(name) {
  return [...name.trim()].slice(0, 2).join("");
}

/**
 * The same items, but pieces that look the same as one token. What may be chosen one by one is still found by its keys.
 * @param {Item[]} items
 * @returns {Item[]}
 */
export function merged(items) {
  /** @type {Map<string, Item>} */
  const found = new Map();
  for (const item of items) {
    const mark = item.stock ? item.keys.join() : JSON.stringify([item.kind, item.look]);
    const same = found.get(mark);
    if (same) found.set(mark, { ...same, count: same.count + item.count, keys: [...same.keys, ...item.keys] });
    else found.set(mark, item);
  }
  return [...found.values()];
}

/**
 * The items under which the things of a part of an option are drawn: as keys.
 * @param {any} part
 * @param {any} picture
 * @param {Contents} contents
 * @returns {string[]}
 */
export function keysOf(part, picture, contents) {
  if (part.part === "space" || part.part === "place" || part.part === "seat") return [`${part.part}:${part.id}`];
  if (part.part === "member") return [`member:${part.variety}:${part.id}`];
  if (part.part === "way") return [`way:${part.id}`];
  if (part.part !== "piece") return [];
  if (part.id) return [`piece:${part.kind}:${part.id}`];
  const there = (contents.get(part.place) ?? []).filter((item) => item.kind === part.kind && !item.stock);
  const key = `pile:${part.place}:${part.kind}:${part.face ?? ""}`;
  if (there.some((item) => item.keys.includes(key))) return [key];
  // Somebody who sees all can follow pieces that the player who is asked cannot.
  const face = picture.pieces?.[part.kind]?.[part.face];
  return there.filter((item) => !face || item.face === face).flatMap((item) => item.keys);
}
