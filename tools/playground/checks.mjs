// Compiles the schema of what comes by a link or a file: `node checks.mjs REQUESTS OUT`. The page may make no code of texts, as
// validators do, so this is done before.

import { readFileSync, writeFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";

const [requests, out] = process.argv.slice(2);
const ajv = new Ajv({ code: { source: true, esm: true }, allowUnionTypes: true, strictRequired: false });
ajv.addSchema({ ...JSON.parse(readFileSync(requests, "utf8")), $id: "requests" });
writeFileSync(out, standalone.default(ajv, ajv.compile({ $ref: "requests#/$defs/open" })));
