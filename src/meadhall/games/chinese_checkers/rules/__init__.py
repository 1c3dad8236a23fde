"""The rules as pure functions on immutable states.

| file | what it answers |
| --- | --- |
| `board` | which holes there are, what lies next to what, who starts where |
| `marbles` | where a seat's marbles are on a board; the board after a marble moved |
| `moves` | every move as an object and as a number |
| `setup` | how a match begins |
| `turns` | which seats still play, in turn order |
| `route` | the way a marble takes from one hole to another |
| `legal` | which moves a seat has |
| `refusals` | why an action is refused |
| `apply` | what an action, a timeout or a leaving seat leads to |
| `repetition` | how often a position has occurred |
| `ending` | when a match is over, and who has won |
| `invariant` | which states are impossible |
"""
