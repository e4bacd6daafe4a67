// Texts around the views.

export const en = {
  table: "Table",
  rules: "Rules",
  cards: "Cards",
  runs: "Runs",
  views: "Views",
  language: "Language",
  dark: "Dark colours",
  light: "Light colours",
  close: "Close",
  skip: "To the content",
  loading: "Loading…",
  disconnected: "The connection is lost. Trying again…",
  refused: "The studio refuses this page: open the address that it printed, in one window.",
  connected: "Connected again.",
  restarted: "The engine took too long or too much memory, so it was begun again.",
  failed: "That failed: {message}",
  view_failed: "This view cannot be shown: {message}",
};

/** @type {Record<keyof typeof en, string>} */
export const it = {
  table: "Tavolo",
  rules: "Regole",
  cards: "Carte",
  runs: "Serie",
  views: "Viste",
  language: "Lingua",
  dark: "Colori scuri",
  light: "Colori chiari",
  close: "Chiudi",
  skip: "Al contenuto",
  loading: "Caricamento…",
  disconnected: "La connessione è interrotta. Nuovo tentativo…",
  refused: "Lo studio rifiuta questa pagina: apri l’indirizzo che ha scritto, in una sola finestra.",
  connected: "Di nuovo connesso.",
  restarted: "Il motore ha impiegato troppo tempo o troppa memoria ed è stato riavviato.",
  failed: "Non riuscito: {message}",
  view_failed: "Questa vista non si può mostrare: {message}",
};

/** @type {Record<keyof typeof en, string>} */
export const nl = {
  table: "Tafel",
  rules: "Regels",
  cards: "Kaarten",
  runs: "Reeksen",
  views: "Weergaven",
  language: "Taal",
  dark: "Donkere kleuren",
  light: "Lichte kleuren",
  close: "Sluiten",
  skip: "Naar de inhoud",
  loading: "Laden…",
  disconnected: "De verbinding is verbroken. Opnieuw proberen…",
  refused: "De studio weigert deze pagina: open het adres dat hij heeft geschreven, in één venster.",
  connected: "Weer verbonden.",
  restarted: "De motor had te veel tijd of geheugen nodig en is opnieuw gestart.",
  failed: "Dat is mislukt: {message}",
  view_failed: "Deze weergave kan niet worden getoond: {message}",
};
