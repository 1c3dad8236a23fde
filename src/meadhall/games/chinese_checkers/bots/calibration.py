"""How often matches were won in which an analysis computed some chance, in thousandths.

The points are for chances of 0, 5, 10, … 100 %. The benchmark `calibration` fitted them to 2,080
positions of matches between bots of the level hard.
"""

from typing import Final

CALIBRATION: Final = {
    2: (
        0, 31, 38, 38, 38, 50, 110, 223, 376, 434, 500,
        566, 624, 777, 890, 950, 961, 961, 961, 969, 1000,
    ),
}  # fmt: skip
