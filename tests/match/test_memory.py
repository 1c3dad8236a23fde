"""What a match remembers of the commands it has carried out."""

from hypothesis import given
from hypothesis import strategies as st

from meadhall.match.memory import RECENT, Memory

names = st.text(min_size=1, max_size=5).filter(str.isprintable)
commands = st.lists(st.tuples(names, st.text()), max_size=3 * RECENT)


@given(commands)
def test_the_last_commands_are_known_with_their_versions(said: list[tuple[str, str]]) -> None:
    memory = Memory()
    for version, (name, what) in enumerate(said):
        memory = memory.adding(name, what, version)
    recent = list(enumerate(said))[-RECENT:]
    assert len(memory) == len(recent)
    for name, _ in said:
        assert memory.knows(name) == any(name == other for _, (other, _) in recent)
    for name, (version, what) in {n: (v, w) for v, (n, w) in recent}.items():
        assert memory.version(name, what) == version
        assert memory.version(name, f"{what}!") is None


def test_what_was_said_is_taken_for_no_other_command() -> None:
    memory = Memory().adding("a", "\nb\t7\t'x'", 1)
    assert memory.knows("a")
    assert not memory.knows("b")
    assert memory.version("a", "\nb\t7\t'x'") == 1
