"""How fair a game is: `sweep` lists settings, `counts` counts their matches, `limits` checks them.

`report` writes the counts as text and JSON, `page` as HTML with plots from `chart`.
"""
