// The worker of the playground with all that it needs, for esbuild.
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import * as checks from "checks"; // what checks.mjs has written

import { serve } from "../../src/boardwright/studio/page/playground/worker.mjs";

serve(loadPyodide, createPyodideModule, checks);
