"""The texts that people enter: how short and how long they may be."""

from typing import Annotated, TypeAlias

from msgspec import Meta

NAME_LENGTH = 40
PASSWORD_LENGTH = 200

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Secret: TypeAlias = Annotated[str, Meta(max_length=PASSWORD_LENGTH)]
NewSecret: TypeAlias = Annotated[str, Meta(min_length=8, max_length=PASSWORD_LENGTH)]
