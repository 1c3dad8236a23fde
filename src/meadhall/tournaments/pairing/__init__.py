"""Whom each format pairs next. A group is who meets in a match; its seats are given out last."""
