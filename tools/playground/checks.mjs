// Compiles schemas: `node checks.mjs SCHEMAS OUT`. The page may make no code of texts, as validators do, so this is done before.
// SCHEMAS has each by its name; what comes out exports a function for each, under that name.

import { readFileSync, writeFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";

const [schemas, out] = process.argv.slice(2);
const ajv = new Ajv({ code: { source: true, esm: true }, allowUnionTypes: true, strictRequired: false, strictTypes: false });
const named = JSON.parse(readFileSync(schemas, "utf8"));
for (const [name, schema] of Object.entries(named)) ajv.addSchema({ ...schema, $id: name });
writeFileSync(out, standalone.default(ajv, Object.fromEntries(Object.keys(named).map((name) => [name, name]))));
