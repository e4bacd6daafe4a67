// Compiles the schema of what comes by a link or a file: `node checks.mjs REQUESTS OUT`. The page may make no code of texts, as
// validators do, so this is done before.

import { readFileSync, writeFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";

const [requests, out] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const ajv = new Ajv({ code: { source: true, esm: true }, allowUnionTypes: true, strictRequired: false });
ajv.addSchema({ ...read(requests), $id: "requests" });
const share = ajv.compile(read(new URL("share.json", import.meta.url)));
writeFileSync(out, standalone.default(ajv, share));
