// Texts of the playground.

export const en = {
  loading_engine: "Loading the engine…",
  engine_works: "The engine is still working.",
  stop_engine: "Stop it",
  no_engine: "The engine cannot start: {message}",
  keep: "Keep files",
  keep_about: "Keep the files that you change in this browser",
  kept: "The files that you change stay in this browser.",
  forgotten: "This browser has forgotten your files. They are here until you close the page.",
  keep_paused: "The files that somebody shared are not kept.",
  keep_failed: "This browser cannot keep files.",
};

/** @type {Record<keyof typeof en, string>} */
export const it = {
  loading_engine: "Caricamento del motore…",
  engine_works: "Il motore sta ancora lavorando.",
  stop_engine: "Ferma",
  no_engine: "Il motore non parte: {message}",
  keep: "Conserva i file",
  keep_about: "Conserva in questo browser i file che cambi",
  kept: "I file che cambi restano in questo browser.",
  forgotten: "Questo browser ha dimenticato i tuoi file. Restano qui finché non chiudi la pagina.",
  keep_paused: "I file che qualcuno ha condiviso non vengono conservati.",
  keep_failed: "Questo browser non può conservare file.",
};

/** @type {Record<keyof typeof en, string>} */
export const nl = {
  loading_engine: "De motor wordt geladen…",
  engine_works: "De motor is nog bezig.",
  stop_engine: "Stoppen",
  no_engine: "De motor kan niet starten: {message}",
  keep: "Bestanden bewaren",
  keep_about: "Bewaar de bestanden die je verandert in deze browser",
  kept: "De bestanden die je verandert, blijven in deze browser.",
  forgotten: "Deze browser is je bestanden vergeten. Ze zijn er tot je de pagina sluit.",
  keep_paused: "De bestanden die iemand heeft gedeeld, worden niet bewaard.",
  keep_failed: "Deze browser kan geen bestanden bewaren.",
};
