"""Reports as self-contained HTML pages: no script, no font, no network."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files


def whole_page(title: str, content: str) -> str:
    """The page with this title as its heading; the content must be HTML."""
    style, title = files("meadhall.arena").joinpath("page.css").read_text("utf-8"), escape(title)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n{content}</main>\n</body>\n</html>\n"
    )


def html_table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column heads the rows. The cells must be HTML: they are not escaped."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>\n'
        for row in rows
    )
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>\n"
    )
