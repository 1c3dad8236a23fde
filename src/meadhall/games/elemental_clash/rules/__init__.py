"""The rules.

| file | what is in it |
| --- | --- |
| `setup.py` | the first state and the traits |
| `legal.py` | what a seat may do |
| `refusals.py` | why a seat may not do something |
| `selection.py` | which cards may be chosen in a turn; refusals and legal actions both ask it |
| `apply.py` | what an action, a run-out clock and a leaving player lead to |
| `draft.py` | the six draft rounds and the deal |
| `phases.py` | the thirteen phases of a turn |
| `turn_forecast.py` | what a turn would bring, as far as the table shows it |
| `combat.py` | what attacks, bots and decay do to one side |
| `transitions.py` | which stage, phase or turn state may follow which |
| `clock.py` | how long a decision may take |
| `ending.py` | when and how a match ends |
| `invariant.py` | what is true of every state |
| `events.py` | what happens, as values |
"""
