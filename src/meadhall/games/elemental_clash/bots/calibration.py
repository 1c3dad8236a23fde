"""How often matches were won in which an analysis computed some chance, in thousandths.

The points are for chances of 0, 5, 10, … 100 %. The benchmark `calibration` fitted them to 2,080
positions of matches between bots of the level medium.
"""

from typing import Final

CALIBRATION: Final = {
    2: (
        0, 11, 33, 105, 105, 162, 220, 325, 349, 458, 500,
        542, 651, 675, 780, 838, 895, 895, 967, 988, 1000,
    ),
}  # fmt: skip
