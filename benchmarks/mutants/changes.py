"""Single changes to a Python file, each of which should make some test fail.

Comparisons, conditions, sums, numbers and truth values are changed, and guards are taken away: an
`if` whose whole body leaves the function or the loop.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
NOT_RUN = ("annotation", "returns", "decorator_list")
EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True)
class Change:
    """One expression replaced by another.

    `where` is the function, or the class, around it. `old` and `new` are the whole lines with it
    and with the `replacement`.
    """

    where: str
    line: int
    old: str
    new: str
    replacement: str
    start: int
    end: int

    def apply(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.start] + f"({self.replacement})".encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.where}: {self.old}  →  {self.new}"


def find_changes(source: bytes) -> list[Change]:
    """Every change that can be made to the file, in the order of the text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, replacement, where in _replacements(ast.parse(source), "the module"):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        start, end = starts[first] + node.col_offset, starts[last] + (node.end_col_offset or 0)
        head, tail = source[starts[first] : start], source[end : starts[last + 1]]
        text = ast.unparse(replacement)
        old, new = _one_line(head, source[start:end], tail), _one_line(head, text.encode(), tail)
        found.append(Change(where, node.lineno, old, new, text, start, end))
    return sorted(found, key=lambda change: (change.start, change.new))


def _one_line(*parts: bytes) -> str:
    return " ".join(b"".join(parts).decode().split())


def _replacements(node: ast.AST, where: str) -> Iterator[tuple[ast.expr, ast.expr, str]]:
    """The expressions below the node that can be replaced, each with its replacement."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        where = node.name if where == "the module" else f"{where}.{node.name}"
    if isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], EXITS):
        yield node.test, ast.Constant(value=False), where
    if isinstance(node, ast.expr):
        yield from ((node, replacement, where) for replacement in _variants(node))
    for child in _code_below(node):
        yield from _replacements(child, where)


def _code_below(node: ast.AST) -> Iterator[ast.AST]:
    """The children whose values matter: no annotations, no decorators, no arguments of classes."""
    for name, value in ast.iter_fields(node):
        if name in NOT_RUN or (isinstance(node, ast.ClassDef) and name == "keywords"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield child


def _variants(node: ast.expr) -> Iterator[ast.expr]:
    """The expression with one operator or one number changed."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPS:
        yield _with(node, op=SWAPS[type(node.op)]())
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield _with(node, ops=[SWAPS[type(node.ops[0])]()])
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(value=not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(value=node.value + 1)


def _with(node: ast.expr, **fields: object) -> ast.expr:
    copy = deepcopy(node)
    for name, value in fields.items():
        setattr(copy, name, value)
    return copy
