"""What cannot begin says why in one sentence, exits with 2 and changes nothing.

The same for a missing extra: `tests/e2e/release/test_wheel.py`; a port in use:
`tests/server/net/test_listening.py`; a database of a newer version:
`tests/store/backups/test_backup.py`.
"""

from pathlib import Path

import pytest
from hall import Hall


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serve", "--prefix", "hall"), "expected a path that begins with a slash, such as /hall."),
        (("serve", "--port", "99999"), "MEADHALL_PORT is 99999; expected 0 to 65535."),
        (("serve", "--config", "notes.txt"), "Cannot read the settings in notes.txt: "),
        (("serve", "--config", "missing.toml"), "missing.toml: No such file or directory."),
        (("serve", "--config", "other.toml"), "other.toml has 'door', which is no setting."),
        (("restore", "notes.txt"), "notes.txt is no backup that can be used: file is not a"),
        (("restore", "missing"), "missing is no backup that can be used: there is no such file."),
        (("backup", "new"), "There is no hall in meadhall.db: there is no such file."),
        (("backup", "notes.txt"), "notes.txt is there already."),
        (("backup", "nowhere/new"), "nowhere/new cannot be written: No such file or directory."),
        (("backup", "new", "--db", "notes.txt"), "There is no hall in notes.txt: file is not a"),
        (("import-matches", "missing"), "missing: No such file or directory."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_it_is_one_sentence(hall: Hall, words: tuple[str, ...], said: str) -> None:
    (hall.folder / "notes.txt").write_text("These are notes. " * 50)
    (hall.folder / "other.toml").write_text("door = 3")
    before = files(hall.folder)
    done = hall.run(*words)
    assert done.returncode == 2, done.stderr
    spoken = " ".join(done.stderr.split())
    assert said in spoken
    assert spoken.count(". ") <= 1, "a sentence, and the code of the refusal"
    assert done.stdout == ""
    assert files(hall.folder) == before


def files(folder: Path) -> dict[Path, bytes]:
    made = (path for path in folder.rglob("*") if path.is_file() and path.name != "typed.txt")
    return {path: path.read_bytes() for path in made if "packages" not in path.parts}
