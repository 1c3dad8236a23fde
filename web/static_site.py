"""Writes the hall without a server: a static folder for any host, at any prefix.

    python web/static_site.py FOLDER    build the page, the runtime and the hall's own code

`./dev site` calls it. What has not changed since the last time is not made again.
"""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from build import MODULES, STATIC, WEB, build, node_path

SOURCES = WEB.parent / "src" / "meadhall"
KEPT = MODULES / ".meadhall-site"
"""What was made before: the runtime, compiled."""
PYODIDE = MODULES / "pyodide"
AS_IT_IS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PLATFORM = "pyemscripten_2026_0_wasm32"
"""What Pyodide's version of WebAssembly and of the system around it is called on PyPI."""
NOT_HERE = re.compile(
    r"(agents|arena|cli|envs|testing|tournaments|store/migrations|server/static)/|__main__"
    r"|.*__pycache__|games/\w+/puzzles\.jsonl|server/(workers|cluster/together)"
    r"|(server|store)/(inbox|meeting|notices|people|premoves|puzzles|ratings|tournaments)/"
    r"|games/\w+/fast/(?!__init__)|store/(sqlite|postgres|writer|schema|migrate|matches|health)\.py"
    r"|server/(app|metrics)\.py|server/net/(uvicorn_\w+|run|gate)\.py"
    r"|server/(records/desk|api/(passwords|openapi_page|static_files)|protocol/typescript)\.py"
)
"""Parts of the package that no tab needs."""
NOT_OF_PYTHON = re.compile(
    r"(unittest|pydoc_data|xmlrpc|wsgiref|sqlite3|multiprocessing|curses|dbm|ensurepip|venv|idlelib"
    r"|tkinter|turtledemo|lib2to3|distutils|pdb|doctest|pydoc|mailbox|tarfile|pickletools|turtle"
    r"|smtplib|ftplib|imaplib|poplib|_pydatetime|_pydecimal|_pyio|xml/dom|xml/sax|xml/parsers"
    r"|http/server|http/client|http/cookiejar|urllib/robotparser|html|configparser|ctypes|bdb|cmd|csv"
    r"|logging/handlers|logging/config|asyncio/proactor_events|asyncio/windows_events|plistlib|wave"
    r"|asyncio/windows_utils|concurrent/futures/process|modulefinder|socketserver|compileall|symtable"
    r"|tabnanny|timeit|zipapp|netrc|shelve|getpass|filecmp|fileinput|rlcompleter|pyodide/console|code"
    r"|urllib/request|argparse|optparse|_pyrepl|concurrent/interpreters"
    r"|profiling|tomllib|zoneinfo|cProfile|profile|pstats|trace|webbrowser|nturl2path|pyclbr)(/|\.py)"
    r"|encodings/(?!__init__|aliases|utf_8|latin_1|ascii|idna|cp437|punycode)"
)
"""Parts of Python's library that the hall does not use."""
CATALOGUE = "catalogue.json"
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
PRELOAD = re.compile(r"\s*<!--[^>]*-->\s*<link\s+rel=\"preload\" href=\"\./api/games\"[^>]*>")
STORE = '<script src="./local-store.js"></script>'
"""Runs before everything else, so that all of the page may rely on it."""
MOST_BYTES = 8_000_000
"""How large the whole folder may be, compressed with gzip."""


def say(text: str) -> None:
    """Print a line of progress."""
    print(f"· {text}", flush=True)  # noqa: T201 - a program for people


def main() -> None:
    """Write the folder that is named."""
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):  # noqa: PLR2004 - the program and a folder
        sys.exit(__doc__)
    folder = Path(sys.argv[1]).resolve()
    if folder.exists() and any(folder.iterdir()) and not (folder / "site.json").exists():
        sys.exit(f"{folder} has files that are not a hall. Choose a new folder.")
    write_site(folder)
    compress(folder)
    size = compressed_size(folder)
    say(f"{folder}: {size / 1e6:.1f} MB, compressed. Put it on any web server, or try it with")
    say(f"  python -m http.server --directory {folder}")
    if size > MOST_BYTES:
        sys.exit(f"That is more than the {MOST_BYTES / 1e6:.0f} MB that a visitor should load.")


def write_site(folder: Path) -> None:
    """Write everything, the list of all files last."""
    say("building the page, where anything changed")
    build()
    say("compiling Python for the browser, where anything changed")
    parts = runtime()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns("*.br", "*.gz", "push-worker.js"))
    (folder / "python").mkdir()
    for name, path in parts.items():
        shutil.copyfile(path, folder / "python" / name)
    shutil.copyfile(WEB / "local-store.js", folder / "local-store.js")
    (folder / CATALOGUE).write_text(json.dumps(catalogue(), ensure_ascii=False), "utf-8")
    finish(folder)


def finish(folder: Path) -> None:
    """Give the build its version, which is a hash of all files, and list them."""
    version = _hash(*(file.read_bytes() for file in files_of(folder)))[:16]
    page = folder / "index.html"
    page.write_text(_page(page.read_text("utf-8"), version), "utf-8")
    # Its version in its name: Python never gets a file of another build from a cache.
    runtime = next(folder.glob("python*")).rename(folder / f"python-{version}")
    python = {file.name: file.stat().st_size for file in sorted(runtime.iterdir())}
    site = {"version": version, "python": python}
    (folder / "site.json").write_text(json.dumps(site, indent=1))
    names = [file.relative_to(folder).as_posix() for file in files_of(folder)]
    names = [name for name in names if name != "service-worker.js"]
    worker = (WEB / "service-worker.js").read_text("utf-8")
    worker = worker.replace('"VERSION"', json.dumps(version))
    (folder / "service-worker.js").write_text(
        worker.replace('["FILES"]', json.dumps(names)), "utf-8"
    )


def files_of(folder: Path) -> list[Path]:
    """All files of a folder, in order, without their compressed forms."""
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix != ".gz")


def compress(folder: Path) -> None:
    """Put a compressed form beside each file that gets smaller, for servers that send such."""
    for file in files_of(folder):
        small = gzip.compress(file.read_bytes(), 9, mtime=0)
        if len(small) < file.stat().st_size:
            file.with_name(f"{file.name}.gz").write_bytes(small)


def compressed_size(folder: Path) -> int:
    """How many bytes a visitor loads from a host that compresses."""
    forms = ((file, file.with_name(f"{file.name}.gz")) for file in files_of(folder))
    return sum((small if small.exists() else file).stat().st_size for file, small in forms)


def _page(html: str, version: str) -> str:
    """The page as it is without a server: it says so itself, and asks none for games."""
    html = PRELOAD.sub("", html)
    root = f'<html lang="en" data-hall="here" data-version="{version}">'
    html = re.sub(r'<html lang="en"[^>]*>', root, html)
    first = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />{STORE}'
    return html if first in html else html.replace("<head>", f"<head>\n    {first}")


def runtime() -> dict[str, Path]:
    """The files of the folder `python`: Python itself, and what runs in it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    # Nothing is ever loaded from elsewhere, so the list of packages is empty.
    _write(KEPT / "pyodide-lock.json", json.dumps({**lock, "packages": {}}).encode())
    return {
        **{name: PYODIDE / name for name in AS_IT_IS},
        "pyodide-lock.json": KEPT / "pyodide-lock.json",
        "python_stdlib.zip": _compiled("python_stdlib.zip", _library()),
        "hall.zip": _compiled("hall.zip", _hall()),
        "msgspec.whl": _wheel(),
    }


def _library() -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as library:
        for name in sorted(library.namelist()):
            if not NOT_OF_PYTHON.match(name) and not name.endswith("/"):
                yield name, library.read(name)


def _hall() -> Iterator[tuple[str, bytes]]:
    for file in files_of(SOURCES):
        name = file.relative_to(SOURCES).as_posix()
        if not NOT_HERE.match(name) and not name.endswith(
            (".pyc", "CHOICES.md", "confusables.txt")
        ):
            yield f"meadhall/{name}", file.read_bytes()
    signer = find_spec("itsdangerous")
    assert signer is not None and signer.origin is not None  # noqa: S101, PT018 - the lock has it
    for file in sorted(Path(signer.origin).parent.glob("*.py")):
        yield f"itsdangerous/{file.name}", file.read_bytes()


def _compiled(name: str, content: Iterator[tuple[str, bytes]]) -> Path:
    """The archive with every module compiled, by the Python that will run it."""
    files = dict(content)
    compiler = (WEB / "pack.js").read_bytes()
    wanted = _hash(
        compiler, *(part for pair in files.items() for part in (pair[0].encode(), pair[1]))
    )
    made, stamp = KEPT / name, KEPT / f"{name}.stamp"
    if made.exists() and stamp.exists() and stamp.read_text() == wanted:
        return made
    sources = KEPT / f"{name}.sources"
    with zipfile.ZipFile(sources, "w") as archive:
        for path, body in files.items():
            archive.writestr(path, body)
    node = node_path()
    if node is None:
        sys.exit("There is no Node.")
    command = [str(node / "node"), "pack.js", str(sources), str(made)]
    subprocess.run(command, cwd=WEB, check=True)
    stamp.write_text(wanted)
    sources.unlink()
    return made


def _wheel() -> Path:
    """The wheel of msgspec for the browser, from PyPI: the one whose hash is in `python.lock`."""
    lock = WEB / "python.lock"
    known = re.findall(r"sha256:(\w+)", lock.read_text())
    for wheel in KEPT.glob("*.whl"):
        if _hash(wheel.read_bytes()) in known:
            return wheel
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
        f"--platform={PLATFORM}", "--python-version=3.14", "--implementation=cp",
        "--require-hashes", f"--requirement={lock}", f"--dest={KEPT}",
    ]  # fmt: skip
    subprocess.run(command, check=True)
    return next(KEPT.glob("*.whl"))


def catalogue() -> dict[str, object]:
    """What the page may know of the games before Python runs, by address."""
    program = [sys.executable, "-m", "meadhall.site.known_ahead"]
    done = subprocess.run(program, check=True, capture_output=True, env=dict(os.environ))
    found: dict[str, object] = json.loads(done.stdout)
    return found


def _write(path: Path, body: bytes) -> None:
    if not path.exists() or path.read_bytes() != body:
        path.write_bytes(body)


def _hash(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


if __name__ == "__main__":
    main()
