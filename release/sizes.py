"""Measures what the package and each of its extras take when they are installed, in megabytes.

    python release/sizes.py WHEEL

`./dev release` runs this. README states the figures, which change little between versions.
"""

import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
UV = Path(sys.executable).with_name("uv")


def main() -> None:
    """Print a line for the base, and one for each extra."""
    wheel = Path(sys.argv[1]).resolve()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    base = installed_size(str(wheel))
    say("meadhall", base)
    for extra in project["optional-dependencies"]:
        say(f"[{extra}]", installed_size(f"{wheel}[{extra}]") - base)


def say(name: str, size: int) -> None:
    """Print a line."""
    sys.stdout.write(f"·   {name}: {size / 1e6:.0f} MB\n")
    sys.stdout.flush()


def installed_size(package: str) -> int:
    """The bytes of an environment with this package and all that it needs, compiled as by pip."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "environment"
        python = place / "bin" / "python"
        subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, place], check=True)
        install = (UV, "pip", "install", "--quiet", "--compile-bytecode", "--python", python)
        subprocess.run([*install, package], check=True)
        return sum(file.lstat().st_size for file in place.rglob("*") if file.is_file())


if __name__ == "__main__":
    main()
