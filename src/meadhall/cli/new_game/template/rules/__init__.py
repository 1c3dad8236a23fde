"""The rules: pure functions that take a state and return a value, and change nothing.

| file | what it answers |
| --- | --- |
| `setup` | how a match begins |
| `legal` | what a seat can do |
| `refusals` | why a seat cannot do something |
| `apply` | what an action leads to, and what a run-out clock plays |
| `ending` | whose turn it is, or who has won |
| `invariant` | which states are impossible |
"""
