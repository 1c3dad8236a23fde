"""Moderation: reports come in, moderators answer them, and what they decide takes effect."""
