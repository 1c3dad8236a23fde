"""How often matches were won in which an analysis computed some chance, in thousandths.

The points are for chances of 0, 5, 10, … 100 %. The benchmark `calibration` fitted them to 3,200
positions of matches between bots of the level hard.
"""

from typing import Final

CALIBRATION: Final = {
    2: (
        0, 153, 153, 153, 272, 331, 331, 331, 331, 331, 500,
        669, 669, 669, 669, 669, 728, 847, 847, 847, 1000,
    ),
}  # fmt: skip
