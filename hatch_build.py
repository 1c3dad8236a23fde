"""Puts the built web client into the wheel, and pages whose links lead to the documents."""

import posixpath
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SHIPPED, PLACE = "docs/how-to/add-a-game.md", "meadhall/cli/new_game/add-a-game.md"
"""A page that `meadhall new-game` names, and where it is in the wheel."""
LINK = re.compile(r'(\]\(|src=")([^):"#]+?)(\.md|\.webp|)(#[^)"]*)?(?=[)"])')
"""A link or picture of the checkout; those with a colon in them lead elsewhere already."""


class WebClient(BuildHookInterface):
    """Builds `web/` before a wheel is packed; an editable install is left as it is."""

    def initialize(self, version: str, build_data: dict[str, dict[str, str]]) -> None:
        """Called by hatchling before the files are gathered."""
        root = Path(self.root)
        if version == "editable":
            return
        if (root / "web" / "build.py").exists():
            subprocess.run([sys.executable, str(root / "web" / "build.py")], check=True)
        page = root / "build" / Path(PLACE).name
        page.parent.mkdir(exist_ok=True)
        page.write_text(with_outside_links(root, SHIPPED), "utf-8")
        build_data["force_include"][str(page)] = PLACE


class Readme(MetadataHookInterface):
    """The README as a registry of packages shows it, where no file of the checkout is beside it."""

    def update(self, metadata: dict[str, object]) -> None:
        """Called by hatchling before the metadata are written."""
        text = with_outside_links(Path(self.root), "README.md")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_outside_links(root: Path, page: str) -> str:
    """A page of the checkout, with links to the addresses of the project."""
    urls = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["urls"]

    def outside(found: re.Match[str]) -> str:
        before, path, ending, anchor = found.groups("")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        if ending == ".webp":  # Sphinx puts all pictures into one folder
            return f"{before}{urls['Documentation']}_images/{posixpath.basename(target)}.webp"
        if ending == ".md":
            return f"{before}{urls['Documentation']}{target}.html{anchor}"
        return f"{before}{urls['Source']}{target}"

    return LINK.sub(outside, (root / page).read_text("utf-8"))
