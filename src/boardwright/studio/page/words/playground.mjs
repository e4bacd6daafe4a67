// Texts of the playground.

export const en = {
  loading_engine: "Loading the engine…",
};

/** @type {Record<keyof typeof en, string>} */
export const it = {
  loading_engine: "Caricamento del motore…",
};

/** @type {Record<keyof typeof en, string>} */
export const nl = {
  loading_engine: "De motor wordt geladen…",
};
