"""The page about the protocol says what the code says."""

from documents import table_rows

from meadhall.server.protocol.close_codes import CLOSE_CODES


def test_the_protocol_page_lists_every_close_code() -> None:
    assert table_rows("protocol.md", "codes") == [
        f"| {c} | {why} |" for c, why in CLOSE_CODES.items()
    ]
