"""Ratings of people: counts finished rated matches in the background, and answers about them.

`office` counts; `rating_routes` answers over HTTP; `sittings` notes from where guests take seats.
"""
