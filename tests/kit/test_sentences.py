"""Small parts of sentences."""

from meadhall.kit.sentences import listing, start_sentence


def test_a_sentence_starts_with_a_capital_and_keeps_the_others() -> None:
    assert start_sentence("seat 1's Jarl") == "Seat 1's Jarl"
    assert start_sentence("") == ""


def test_words_are_listed_with_commas_and_one_and() -> None:
    assert [listing(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "", "a", "a and b", "a, b and c",
    ]  # fmt: skip
