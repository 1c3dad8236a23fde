"""The last commands that a match remembers."""

from hypothesis import given
from hypothesis import strategies as st

from meadhall.match.recent import RECENT, RecentCommands

names = st.text(min_size=1, max_size=5).filter(str.isprintable)
commands = st.lists(st.tuples(names, st.text()), max_size=3 * RECENT)


@given(commands)
def test_the_last_commands_are_remembered_with_their_versions(said: list[tuple[str, str]]) -> None:
    memory = RecentCommands()
    for version, (name, what) in enumerate(said):
        memory = memory.add(name, what, version)
    recent = list(enumerate(said))[-RECENT:]
    assert len(memory) == len(recent)
    for name, _ in said:
        assert memory.knows(name) == any(name == other for _, (other, _) in recent)
    for name, (version, what) in {n: (v, w) for v, (n, w) in recent}.items():
        assert memory.version(name, what) == version
        assert memory.version(name, f"{what}!") is None


def test_the_text_of_a_message_is_not_mistaken_for_another_id() -> None:
    memory = RecentCommands().add("a", "\nb\t7\t'x'", 1)
    assert memory.knows("a")
    assert not memory.knows("b")
    assert memory.version("a", "\nb\t7\t'x'") == 1
