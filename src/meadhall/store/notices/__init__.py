"""What is stored for notices: mails that have not been sent yet, and vacations.

`notice_tables` declares the tables, `mails` is the queue of mails, `vacations` knows who is away.
Every process of a hall may take from a queue; what one has taken no other takes until its time is
up.
"""
