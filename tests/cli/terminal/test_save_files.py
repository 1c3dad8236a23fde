"""Files are written whole or not at all, and a running match is found again after a crash."""

import os
from pathlib import Path

import pytest

from meadhall.cli.terminal.save_files import Autosave, load, save, state_folder, write_atomically
from meadhall.core.record import Record
from meadhall.core.refusal import Refused

RECORD = Record("stones", 1, "seed", ("a", "b"))
NO_PROCESS = 2**22 + 1  # beyond what Linux gives out by default


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    save(tmp_path / "deep" / "match.json", RECORD)
    assert load(tmp_path / "deep" / "match.json") == RECORD


def test_loading_names_the_file_in_what_it_refuses(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(Refused, match=r"NOT_A_RECORD: .*bad\.json: This is not a match record"):
        load(tmp_path / "bad.json")
    with pytest.raises(Refused, match="CANNOT_READ"):
        load(tmp_path)


def test_only_matches_whose_process_is_gone_were_left_behind(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "running")
    assert list(autosave.interrupted_files()) == []
    autosave.keep(RECORD)
    for name in (str(NO_PROCESS), "1", "text"):
        save(autosave.folder / f"{name}.json", RECORD)
    assert {path.stem for path in autosave.interrupted_files()} == {str(NO_PROCESS), "text"}
    assert autosave.path.stem == str(os.getpid())
    autosave.drop()
    autosave.drop()
    assert not autosave.path.exists()


def test_a_folder_that_cannot_be_written_does_not_stop_the_match(tmp_path: Path) -> None:
    (tmp_path / "wall").write_text("a file")
    Autosave(tmp_path / "wall").keep(RECORD)


def test_the_state_folder_is_the_user_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "meadhall"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder() == tmp_path / ".local" / "state" / "meadhall"


def test_a_link_is_written_through_and_a_device_stays_one(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(file)
    write_atomically(link, "text")
    assert link.is_symlink()
    assert file.read_text("utf-8") == "text"
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(tmp_path / "pipe", "text")
    assert os.read(reader, 10) == b"text"
    os.close(reader)


def test_what_is_written_can_be_read_by_whom_the_user_lets(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_atomically(tmp_path / "report.html", "text")
    finally:
        os.umask(before)
    assert (tmp_path / "report.html").stat().st_mode & 0o777 == 0o644
