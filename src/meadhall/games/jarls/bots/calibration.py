"""How often matches were won in which an analysis computed some chance, in thousandths.

The points are for chances of 0, 5, 10, … 100 %. The benchmark `calibration` fitted them to 2,400
positions of matches between bots of the level hard.
"""

from typing import Final

CALIBRATION: Final = {
    2: (
        0, 60, 166, 280, 363, 411, 421, 427, 452, 485, 500,
        515, 548, 573, 579, 588, 636, 719, 833, 940, 1000,
    ),
}  # fmt: skip
