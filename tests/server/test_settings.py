"""Settings: where they come from, which are refused, and where they are documented."""

from pathlib import Path

import pytest
from documents import table_rows

from meadhall.core.refusal import Refused
from meadhall.server.app import run
from meadhall.server.settings import Settings, from_environment, table


def test_settings_come_from_flags_then_the_environment_then_the_defaults() -> None:
    environ = {
        "MEADHALL_PORT": "1",
        "MEADHALL_HTTPS": "yes",
        "MEADHALL_ORIGINS": "http://a/, http://b",
    }
    settings = from_environment(environ, host="0.0.0.0", port=None)
    assert (settings.host, settings.port, settings.https) == ("0.0.0.0", 1, True)
    assert settings.allowed_origins() == ("http://a", "http://b")
    assert from_environment(environ, port=2).port == 2


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("PORT", "x"),
        ("PORT", "65536"),
        ("HTTPS", "perhaps"),
        ("REQUEST_RATE", "0"),
        ("LOG", "loud"),
        ("ADAPTER", "none"),
        ("OFFLINE", "/no/such/folder"),
        ("PUBLIC_URL", "hall.example"),
        ("BOT_PROGRAMS", "good=true\nno command"),
        ("BOT_NETWORKS", "mine=jarls:/no/such/file"),
    ],
)
def test_settings_that_no_server_can_run_with_are_refused(variable: str, text: str) -> None:
    with pytest.raises(Refused, match="BAD_SETTING"):
        from_environment({f"MEADHALL_{variable}": text})


def test_a_file_gives_what_neither_flags_nor_the_environment_give(tmp_path: Path) -> None:
    file = tmp_path / "hall.toml"
    file.write_text('port = 1\nhost = "::1"\nhttps = true\nbots = 3\n', "utf-8")
    settings = from_environment({"MEADHALL_CONFIG": str(file), "MEADHALL_HOST": "::2"}, bots=4)
    assert (settings.port, settings.host, settings.https, settings.bots) == (1, "::2", True, 4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = ", "Cannot read the settings in"),
        ("\xff", "Cannot read the settings in"),
        ("door = 3", "has 'door', which is no setting"),
        ('port = "3"', "port in .* is '3'; expected a whole number"),
        ("https = 1", "expected true or false"),
        ("host = 1", "expected a text in quotation marks"),
        ("port = -1", "expected 0 to 65535"),
    ],
)
def test_a_broken_file_is_refused_by_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "hall.toml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(Refused, match=said):
        from_environment({}, config=str(file))
    with pytest.raises(Refused, match="No such file"):
        from_environment({}, config=str(tmp_path / "missing.toml"))


def test_the_password_of_a_database_is_not_shown() -> None:
    secret = from_environment({}, db="postgresql://hall:mead@db.example/hall")
    assert secret.db_without_password() == "postgresql://hall:…@db.example/hall"
    assert from_environment({}).db_without_password() == "meadhall.db"


def test_a_database_that_cannot_be_opened_is_reported_in_one_sentence(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("This is no database. " * 100, "utf-8")
    with pytest.raises(SystemExit, match=r"Cannot open the database .*page\.txt: .*not a database"):
        run(Settings(db=str(page), log="warning"))


def test_the_how_to_lists_all_settings() -> None:
    rows = [f"| `{name}` | `{default}` | {text} |" for name, default, text in table()]
    assert table_rows("how-to/run-a-server.md", "settings") == rows


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("SMTP_TLS", "perhaps"),
        ("MAIL_FROM", "nobody"),
        ("PUBLIC_URL", ""),
        ("SMTP_PASSWORD_FILE", "/no/such/file"),
    ],
)
def test_a_mail_server_needs_a_sender_and_the_address_of_the_hall(variable: str, text: str) -> None:
    environ = {
        "MEADHALL_SMTP_HOST": "mail.example",
        "MEADHALL_MAIL_FROM": "Hall <hall@hall.example>",
        "MEADHALL_PUBLIC_URL": "https://hall.example/under/",
    }
    assert from_environment(environ).link("/me") == "https://hall.example/under/me"
    with pytest.raises(Refused, match=f"MEADHALL_{variable}"):
        from_environment({**environ, f"MEADHALL_{variable}": text})
