"""Hands mails to a mail server. Everything here blocks, so it runs in a thread."""

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from enum import Enum
from pathlib import Path

from meadhall.server.settings import Settings
from meadhall.store.notices.mails import QueuedMail

SECONDS = 20.0
"""How long the mail server may take for any one answer."""
FOR_GOOD = 500
"""From this code on, a mail server refuses for good."""
TROUBLES = (OSError, smtplib.SMTPException)
"""What a mail server that is down, slow or wrongly set up raises."""


class Delivery(Enum):
    """What became of a mail."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    """This mail will never be accepted: there is no such address, for example."""
    LATER = "later"


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """A mail server, and who sends there."""

    host: str
    port: int
    tls: str
    user: str
    password: str
    sender: str

    @classmethod
    def of(cls, settings: Settings) -> "SmtpServer":
        """The one that the settings name."""
        password = settings.smtp_password
        if settings.smtp_password_file:
            password = Path(settings.smtp_password_file).read_text("utf-8").strip()
        return cls(
            settings.smtp_host, settings.smtp_port, settings.smtp_tls,
            settings.smtp_user, password, settings.mail_from,
        )  # fmt: skip

    def connect(self) -> smtplib.SMTP:
        """A connection that is ready for mails. Raises one of `TROUBLES`."""
        context = ssl.create_default_context()
        if self.tls == "tls":
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=SECONDS, context=context
            )
        else:
            line = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        try:
            if self.tls == "starttls":
                line.starttls(context=context)
            if self.user:
                line.login(self.user, self.password)
        except BaseException:
            line.close()
            raise
        return line

    def send(self, line: smtplib.SMTP, taken: QueuedMail) -> Delivery:
        """Send one mail over a connection. Raises one of `TROUBLES` if that is of no use now."""
        try:
            line.send_message(self.message(taken))
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            return Delivery.REFUSED if min(codes) >= FOR_GOOD else Delivery.LATER
        except smtplib.SMTPDataError as error:
            return Delivery.REFUSED if error.smtp_code >= FOR_GOOD else Delivery.LATER
        except (smtplib.SMTPNotSupportedError, ValueError):  # an address that it cannot write
            return Delivery.REFUSED
        return Delivery.ACCEPTED

    def message(self, taken: QueuedMail) -> EmailMessage:
        """The mail with all its headers; the same each time it is tried, but for the date."""
        message, mail = EmailMessage(policy=SMTP), taken.mail
        message["From"], message["To"] = self.sender, mail.to
        message["Subject"] = _one_line(mail.subject)
        message["Date"] = formatdate()
        # Receivers show a mail once if it comes again under the same id.
        domain = self.sender.rpartition("@")[2].rstrip(">")
        message["Message-ID"] = f"<{taken.id}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        for name, value in mail.headers.items():
            message[name] = _one_line(value)
        message.set_content(mail.text)
        return message


def _one_line(text: str) -> str:
    """A header has no line breaks: they would begin another header."""
    return " ".join(text.split())


def close(line: smtplib.SMTP) -> None:
    """Say goodbye if the mail server still listens."""
    try:
        line.quit()
    except TROUBLES:
        line.close()
