"""How often matches were won in which an analysis computed some chance, in thousandths.

The points are for chances of 0, 5, 10, … 100 %. The benchmark `calibration` fitted them to 2,000
positions of matches between bots of the level hard.
"""

from typing import Final

CALIBRATION: Final = {
    2: (
        3, 246, 246, 246, 340, 340, 340, 458, 458, 458, 500,
        542, 542, 542, 660, 660, 660, 754, 754, 754, 997,
    ),
}  # fmt: skip
