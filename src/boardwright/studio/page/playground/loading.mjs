// What the workers of the playground are made of. The page loads it once and keeps it, so that a new worker needs no
// network.

const ENGINE = new URL("../engine/", import.meta.url);

/** @typedef {{ruleset: string, with: string[]}} Start */
/** @typedef {{lock: object, start: Start, sizes: Record<string, number>}} About */
/**
 * @typedef {object} Kit
 * @property {string} script the address of the script, which is a part of this page's memory
 * @property {WebAssembly.Module} runtime
 * @property {ArrayBuffer} library
 * @property {ArrayBuffer} engine
 * @property {About} about
 */

/**
 * Loads what the engine needs.
 * @param {(share: number) => void} progress hears how much is here, from 0 to 1
 * @returns {Promise<Kit>}
 */
export async function loadKit(progress) {
  const about = /** @type {Promise<About>} */ (answer("about.json").then((found) => found.json()));
  const names = ["worker.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "boardwright.zip"];
  let here = 0;
  let all = Infinity;
  /** @param {number} size */
  const count = (size) => progress((here += size) / all);
  void about.then(({ sizes }) => (all = names.reduce((sum, name) => sum + (sizes[name] ?? 0), 0)));
  const [script, runtime, library, engine] = await Promise.all([
    counted("worker.mjs", "text/javascript", count).then((found) => found.blob()),
    WebAssembly.compileStreaming(counted("pyodide.asm.wasm", "application/wasm", count)),
    counted("python_stdlib.zip", "application/zip", count).then((found) => found.arrayBuffer()),
    counted("boardwright.zip", "application/zip", count).then((found) => found.arrayBuffer()),
  ]);
  return { script: URL.createObjectURL(script), runtime, library, engine, about: await about };
}

/** Loads what a language server needs beside that. */
export async function loadLanguage() {
  return (await answer("language.zip")).arrayBuffer();
}

/** @param {string} name */
async function answer(name) {
  const found = await fetch(new URL(name, ENGINE));
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  return found;
}

/**
 * A file whose bytes are counted as they come.
 * @param {string} name
 * @param {string} type the kind of file, which not every server knows
 * @param {(size: number) => void} count
 */
async function counted(name, type, count) {
  const { body } = await answer(name);
  /** @type {TransformStream<Uint8Array, Uint8Array>} */
  const counter = new TransformStream({
    transform(part, controller) {
      count(part.length);
      controller.enqueue(part);
    },
  });
  return new Response(body?.pipeThrough(counter), { headers: { "content-type": type } });
}
