"""What is stored for notices, and for vacations.

notice_tables  declares the tables
notice_events  what people can be told of
inbox_changes  finds in inboxes what there may be to tell
told_notices   puts it into the queues, each thing once
notice_choices which notices people want
push_devices   the browsers that take pushes, and the queue of pushes
digests        makes one mail of what a person has not been told
mails          the queue of mails
vacations      who is away

Every process of a hall may take from a queue; what one has taken no other takes until its time is
up.
"""
