"""A bot that plays the first legal move.

Try: meadhall play jarls --seat "2=program:python3 first.py"
"""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    answer = {"kind": "move", "text": question["moves"][0], "note": "the first one"}
    print(json.dumps(answer), flush=True)
