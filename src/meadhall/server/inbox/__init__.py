"""The inbox: what waits for people at their matches, noted in the background and shown live.

`entries` says what waits at one match, `notes` keeps that up to date in the store, `sender` sends
changes over the hall's socket, `inbox_routes` answers over HTTP.
"""
