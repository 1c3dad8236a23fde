"""`meadhall completion`: the shell completes commands and flags."""

from pathlib import Path
from typing import Literal

from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.refusal import Refused


def completion(
    *,
    shell: Literal["bash", "zsh", "fish", "powershell"] | None = None,
    output: Path | None = None,
) -> None:
    """Install completion for your shell, and load it from the shell's own start file.

    Args:
        shell: The shell; found out unless given.
        output: Write the script to this file only, and change nothing else.
    """
    from meadhall.cli.app import app  # noqa: PLC0415 - it imports this module

    try:
        made = app.install_completion(shell=shell, output=output, add_to_startup=output is None)
    except OSError as error:
        reason = f"The script cannot be written: {error.strerror}."
        raise Refused.because("CANNOT_WRITE", reason, "output") from None
    except Exception as error:  # noqa: BLE001 - cyclopts raises several kinds for unknown shells
        reason = f"The shell is not known ({error}): name it, as in --shell bash."
        raise Refused.because("UNKNOWN_SHELL", reason, "shell") from None
    SCREEN.print(f"Written to {made}. Open a new terminal to use it.", soft_wrap=True)
