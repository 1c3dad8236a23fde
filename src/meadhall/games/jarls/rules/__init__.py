"""The rules of Jarls as pure functions.

| file | what it decides |
| --- | --- |
| `setup` | the first position, the traits of a match, options that do not fit the players |
| `scales` | radius, Warriors, Shields and order of a match: as asked for, or the standard |
| `layout` | where Jarls, Warriors, holes and Shields begin |
| `legal` | which moves and choices are legal |
| `refusals` | why something is not legal |
| `apply` | what an action leads to; running out of time; leaving |
| `previews` | what each legal move would do |
| `push`, `combat` | who is stronger, and what a push does to a row of pieces |
| `turns` | whose turn is next, and what the end of a round brings |
| `starvation` | what quiet rounds bring in the `shields` ruleset |
| `ending` | who is out, who has won, the status of a match |
| `invariant` | what holds in every state |
| `board`, `pieces` | the geometry as tables, and pieces as numbers |
| `fixed_board` | a board that is given in notation |
| `optional/` | fog of war, sudden death, Shields placed by the players, swapped sides |
"""
