"""What people who are not in the hall need: mails and vacations. Nothing here holds up a move.

notice_desk opens this room for a running hall
mail_queue  keeps mails in the database until a mail server has accepted them
smtp        hands mails to a mail server
vacations   stops clocks that give days per turn while their player is away
routes      host_notices tells the host what needs a hand
    troubles    notices that the database or the mail server does not work
    vacations over HTTP
"""
