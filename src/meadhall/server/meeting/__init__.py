"""Where people meet who have no date: seeks, the lobby's lists, the hall's chat, matches to watch.

`encounters` decides who meets, `seeks` begins and ends seeks, `meeting_sender` sends what changes
over the hall's socket, `meeting_routes` answers over HTTP; `meeting_place` holds it together.
"""
