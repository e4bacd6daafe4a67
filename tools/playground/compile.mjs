// Compiles the Python files below a folder with the Python of the playground: `node compile.mjs FOLDER`. The code of each
// file is put beside it.

import { loadPyodide } from "pyodide";

const [folder] = process.argv.slice(2);
const compileAll = `
import importlib._bootstrap_external as files, pathlib
for path in sorted(pathlib.Path("/stage").rglob("*.py")):
    name = "/".join(path.parts[3:])
    code = compile(path.read_bytes(), "/" + name, "exec", dont_inherit=True)
    # Unchecked: there is no source in the page to compare the code with.
    path.with_suffix(".pyc").write_bytes(files._code_to_hash_pyc(code, bytes(8), False))
`;

const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
python.mountNodeFS("/stage", folder);
python.runPython(compileAll);
process.exit(0);
