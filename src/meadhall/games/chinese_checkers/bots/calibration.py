"""How often matches were won in which an analysis computed some chance, in thousandths.

The points are for chances of 0, 5, 10, … 100 %. The benchmark `calibration` fitted them to 2,080
positions of matches between bots of the level hard.
"""

from typing import Final

CALIBRATION: Final = {
    2: (
        0, 19, 19, 19, 19, 49, 208, 299, 427, 427, 500,
        573, 573, 701, 792, 951, 980, 980, 980, 980, 1000,
    ),
}  # fmt: skip
