"""What people who are not in the hall need: notices and vacations. Nothing here holds up a move.

notice_desk   opens this room for a running hall
inbox_notices  tells people of what their inboxes show
    digest_mails   makes mails of that
push_queue    keeps pushes in the database until a push service has accepted them
    push_service   encrypts, signs and sends them
mail_queue    keeps mails in the database until a mail server has accepted them
    smtp           hands mails to a mail server
vacations     stops clocks that give days per turn while their player is away
host_notices  tells the host what needs a hand
    troubles       notices what does not work, suspicions and reports
routes        notices and vacations over HTTP
"""
