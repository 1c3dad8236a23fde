"""Stored tournaments: each is its log, and what lists show of it."""
