"""Puts the built web client into the wheel."""

import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface):
    """Builds `web/` before a wheel is packed; an editable install is left as it is."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:  # noqa: ARG002 - hatchling's signature
        """Called by hatchling before the files are gathered."""
        script = Path(self.root) / "web" / "build.py"
        if version != "editable" and script.exists():
            subprocess.run([sys.executable, str(script)], check=True)
