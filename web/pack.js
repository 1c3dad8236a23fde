/**
 * Compiles Python for the browser, with the very Python that will run it there.
 *
 *     node pack.js SOURCES.zip COMPILED.zip
 *
 * The browser then need not compile 300 modules at every start, which takes it seconds.
 */
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const COMPILE = `
import marshal, pathlib, zipfile
from importlib.util import MAGIC_NUMBER

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)

def compiled(name, text):
    """A module as a .pyc that is never checked against its source."""
    code = compile(text, name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)

with zipfile.ZipFile("/sources.zip") as source, zipfile.ZipFile("/compiled.zip", "w") as target:
    for info in source.infolist():
        body = source.read(info)
        name = info.filename
        if name.endswith(".py"):
            name, body = name + "c", compiled(name, body)
        # Always the same bytes for the same sources: names in order, one date.
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        target.writestr(entry, body, compresslevel=9)
`;

const [source, target] = process.argv.slice(2);
const packages = fileURLToPath(new URL("node_modules/pyodide/", import.meta.url));
const python = await loadPyodide({ indexURL: packages });
python.FS.writeFile("/sources.zip", readFileSync(source));
python.runPython(COMPILE);
writeFileSync(target, python.FS.readFile("/compiled.zip"));
