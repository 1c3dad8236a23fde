"""`meadhall people`: what a hall keeps about a person, for hosts who are asked for it."""

from cyclopts import App

from meadhall.cli.commands.people.one_person import delete, export
from meadhall.cli.examples import example_of

people = App(
    name="people",
    help="Export or delete what a hall keeps about a person with an account.",
    help_epilogue=example_of("people"),
)
for _command in (export, delete):
    people.command(_command, help_epilogue=example_of(f"people {_command.__name__}"))
