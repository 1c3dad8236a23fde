"""How often matches were won in which an analysis computed some chance, in thousandths.

The points are for chances of 0, 5, 10, … 100 %. The benchmark `calibration` fitted them to 6,400
positions of matches between bots of the level hard.
"""

from typing import Final

CALIBRATION: Final = {
    2: (
        0, 41, 41, 186, 234, 433, 433, 500, 500, 500, 500,
        500, 500, 500, 567, 567, 766, 814, 958, 958, 1000,
    ),
}  # fmt: skip
