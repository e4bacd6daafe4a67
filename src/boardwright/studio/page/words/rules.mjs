// Texts of the view `rules`.

export const en = {};

/** @type {Record<keyof typeof en, string>} */
export const it = {};

/** @type {Record<keyof typeof en, string>} */
export const nl = {};
