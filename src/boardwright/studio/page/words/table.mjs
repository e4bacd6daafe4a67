// Texts of the view `table`.

export const en = {};

/** @type {Record<keyof typeof en, string>} */
export const it = {};

/** @type {Record<keyof typeof en, string>} */
export const nl = {};
