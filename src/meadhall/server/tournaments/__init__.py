"""Tournaments of people: made and followed over HTTP, run in the background from stored facts.

`organiser` pairs rounds, opens their matches and counts their results; `new_tournament` makes a
plan of what somebody asked for; `tournament_view` shows a tournament, `tournament_news` sends what
changes there over the hall's socket, `tournament_routes` answers over HTTP.
"""
