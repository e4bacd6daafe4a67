// Files that this browser keeps, if somebody asked for that. Nothing is kept otherwise.

/** @typedef {import("./worker.mjs").Changes} Changes */

const NAME = "boardwright-playground";
const FILES = "files";

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const asking = indexedDB.open(NAME, 1);
    asking.onupgradeneeded = () => asking.result.createObjectStore(FILES);
    asking.onsuccess = () => resolve(asking.result);
    asking.onerror = () => reject(asking.error);
  });
}

/** Whether there is anything of ours: looking must not make a database. */
async function exists() {
  const known = (await indexedDB.databases?.()) ?? [];
  return known.some(({ name }) => name === NAME);
}

/** @returns {Promise<Changes | null>} the files that are kept; null if nobody asked for that */
export async function kept() {
  try {
    if (!(await exists())) return null;
    const database = await opened();
    const store = database.transaction(FILES).objectStore(FILES);
    const [names, files] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    database.close();
    return Object.fromEntries(names.map((name, at) => [String(name), files[at]]));
  } catch {
    return null; // storage may be forbidden
  }
}

/**
 * Keeps these files beside those that are kept.
 * @param {Changes} changes
 */
export async function keep(changes) {
  const database = await opened();
  const transaction = database.transaction(FILES, "readwrite");
  for (const [name, file] of Object.entries(changes)) transaction.objectStore(FILES).put(file, name);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  database.close();
}

/** Forgets all of it. */
export async function forget() {
  await answer(indexedDB.deleteDatabase(NAME));
}

/**
 * @template T
 * @param {IDBRequest<T>} asking
 * @returns {Promise<T>}
 */
function answer(asking) {
  return new Promise((resolve, reject) => {
    asking.onsuccess = () => resolve(asking.result);
    asking.onerror = () => reject(asking.error);
  });
}
