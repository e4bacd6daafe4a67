// The engine, or a language server, in a worker: Python from the bytes that the page hands over, and nothing from anywhere
// else. `tools/build_playground.py` makes one file of this and Pyodide.

/** @typedef {"engine" | "language"} Role */
/** @typedef {((value: unknown) => boolean) & {errors?: {instancePath: string, message?: string}[] | null}} Check */
/** @typedef {Record<string, Check>} Checks of forms, by their names */
/** @typedef {Record<string, Uint8Array | null>} Changes of files, by path below the folder; null for one that is gone */
/**
 * What a worker begins with.
 * @typedef {object} Beginning
 * @property {Role} role
 * @property {WebAssembly.Module} runtime
 * @property {ArrayBuffer} library the standard library of Python
 * @property {ArrayBuffer[]} archives what Python imports
 * @property {object} lock what Pyodide wants to know of itself
 * @property {{ruleset: string, with: string[]}} start what the page opens first
 * @property {Changes} files what is not as it was shipped
 */

const FOLDER = "/games";
const HERE = "https://playground.invalid/"; // Pyodide wants an address for its files; it is never asked
const ROLES = { engine: "boardwright.studio.playground", language: "boardwright.lsp.playground" };
/** Requests that may change files. */
const WRITING = /"do":\s*"(file|layout|open)"/;
const ANSWER = /^\{"id": (\d+)/;

/**
 * Serves the page that made this worker.
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {(settings: object) => Promise<any>} createPyodideModule
 * @param {Checks} checks
 */
export function serve(loadPyodide, createPyodideModule, checks) {
  /** @type {any} */
  let served = null;
  addEventListener("message", async ({ data }) => {
    if (served) served(data);
    else if (data.role) {
      // What is asked before the engine is there was meant for the one before.
      served = await begin(data, loadPyodide, createPyodideModule, checks).catch((error) => postMessage({ failed: String(error) }));
    }
  });
}

/**
 * @param {Beginning} beginning
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {(settings: object) => Promise<any>} createPyodideModule
 * @param {Checks} checks
 */
async function begin(beginning, loadPyodide, createPyodideModule, checks) {
  giveOnly(beginning);
  const python = await loadPyodide({
    indexURL: HERE,
    lockFileContents: beginning.lock,
    createPyodideModule,
    env: { BOARDWRIGHT_CACHE: "off", HOME: FOLDER },
    stdout: () => {},
    stderr: (/** @type {string} */ text) => console.warn(text),
  });
  for (const archive of beginning.archives) python.unpackArchive(archive, "zip", { extractDir: "/" });
  const files = new Files(python.FS);
  const module = python.pyimport(ROLES[beginning.role]);
  /** Requests that may change files, by their ids. @type {Map<number, string>} */
  const writing = new Map();
  const send = (/** @type {string} */ text) => {
    const id = Number(ANSWER.exec(text)?.[1] ?? -1);
    const came = writing.get(id);
    // Before the answer, and whatever else goes on: what is saved must outlast this worker.
    if (came && writing.delete(id)) postMessage({ files: files.changes(), came });
    postMessage(text);
  };
  const begun = module.begin(FOLDER, JSON.stringify(beginning.start), send, misfitBy(checks));
  files.write(beginning.files); // after the engine has seen how they were shipped
  let isWorking = false;
  async function work() {
    isWorking = true;
    while (begun.step()) await others();
    isWorking = false;
  }
  postMessage({ ready: true });
  return (/** @type {any} */ data) => {
    if (typeof data === "string") {
      const what = beginning.role === "engine" ? WRITING.exec(data)?.[1] : undefined;
      if (what) writing.set(JSON.parse(data).id, what);
      begun.put(data);
      if (!isWorking) void work();
    } else {
      files.write(data.files);
      begun.files_changed(Object.keys(data.files));
    }
  };
}

/**
 * Pyodide fetches its two files by address. It gets those that the page holds; nothing else can be fetched from here on.
 * @param {Beginning} beginning
 */
function giveOnly({ runtime, library }) {
  /** @param {unknown} address */
  globalThis.fetch = async (address) => {
    if (String(address) === `${HERE}python_stdlib.zip`) return new Response(library);
    if (String(address) === `${HERE}pyodide.asm.wasm`) return new Response();
    throw new TypeError("the playground fetches nothing");
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: runtime,
    instance: await WebAssembly.instantiate(runtime, imports),
  });
}

/**
 * Says why a value does not have a form; nothing if it has. A form without a schema fits nothing.
 * @param {Checks} checks
 */
function misfitBy(checks) {
  return (/** @type {string} */ text, /** @type {string} */ form) => {
    const check = checks[form.replace(" ", "_")];
    if (check?.(JSON.parse(text))) return "";
    const fault = check?.errors?.[0];
    return fault ? `${fault.instancePath || "it"} ${fault.message}` : form;
  };
}

/** Lets messages in that wait. A timer would wait for 4 ms each time. */
function others() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
}

/** The files of the folder, and which of them changed. */
class Files {
  /** @param {any} system Emscripten's file system */
  constructor(system) {
    this.system = system;
    this.known = this.now();
  }

  /** @returns {Map<string, string>} */
  now() {
    const found = new Map();
    const folders = [FOLDER];
    for (const folder of folders) {
      for (const name of this.system.readdir(folder)) {
        if (name === "." || name === "..") continue;
        const path = `${folder}/${name}`;
        const { mode, mtime, size } = this.system.stat(path);
        if (this.system.isDir(mode)) folders.push(path);
        else found.set(path.slice(FOLDER.length + 1), `${+mtime} ${size}`);
      }
    }
    return found;
  }

  /** @returns {Changes} what changed since this was asked last */
  changes() {
    const before = this.known;
    this.known = this.now();
    /** @type {Changes} */
    const found = {};
    for (const [path, state] of this.known) {
      if (before.get(path) !== state) found[path] = this.system.readFile(`${FOLDER}/${path}`);
    }
    for (const path of before.keys()) if (!this.known.has(path)) found[path] = null;
    return found;
  }

  /** @param {Changes} files */
  write(files) {
    for (const [path, data] of Object.entries(files)) {
      const whole = `${FOLDER}/${path}`;
      if (data) {
        this.system.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
        this.system.writeFile(whole, data);
      } else if (this.system.analyzePath(whole).exists) this.system.unlink(whole);
    }
    this.known = this.now();
  }
}
