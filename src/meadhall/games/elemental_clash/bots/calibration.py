"""How often matches were won in which an analysis computed some chance, in thousandths.

The points are for chances of 0, 5, 10, … 100 %. The benchmark `calibration` fitted them to 2,080
positions of matches between bots of the level hard.
"""

from typing import Final

CALIBRATION: Final = {
    2: (
        0, 67, 67, 67, 103, 159, 256, 275, 387, 500, 500,
        500, 613, 725, 744, 841, 897, 933, 933, 933, 1000,
    ),
}  # fmt: skip
