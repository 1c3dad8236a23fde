"""How strong an agent is, on one scale for all games.

`evaluation` plans the matches: duplicate deals against fixed anchors, with committed dice.
`bradley_terry` turns their outcomes into points, `critical` finds the decisions that cost most,
`repeat` makes one of them many times, and `evaluation_page` writes the report.
"""
