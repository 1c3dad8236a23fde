"""An example for every command, shown below its help. A test parses each of them."""

EXAMPLES = {
    "": "meadhall play jarls",
    "play": "meadhall play jarls --seat 2=hard --option terrain=chaotic",
    "games": "meadhall games",
    "rules": "meadhall rules chinese-checkers",
    "replay": "meadhall replay match.json --ply 12",
    "analyse": "meadhall analyse match.json",
    "solve": "meadhall solve jarls --seed 7",
    "puzzles": "meadhall puzzles jarls",
    "puzzles mine": "meadhall puzzles mine jarls --count 100 --out mine.jsonl",
    "verify": "meadhall verify match.json",
    "export-matches": "meadhall export-matches matches.jsonl --db meadhall.db",
    "import-matches": "meadhall import-matches matches.jsonl --db other.db",
    "backup": "meadhall backup monday.backup --db meadhall.db",
    "restore": "meadhall restore monday.backup --db new.db",
    "new-game": "meadhall new-game nine-holes --into nine-holes",
    "arena": "meadhall arena duel jarls medium easy --games 20",
    "arena duel": "meadhall arena duel jarls medium easy --games 20",
    "arena round-robin": "meadhall arena round-robin jarls easy medium hard",
    "arena ladder": "meadhall arena ladder jarls",
    "arena balance": "meadhall arena balance elemental-clash --matches 1000",
    "arena train": "meadhall arena train chinese-checkers weights --rounds 4",
    "arena evaluate": "meadhall arena evaluate 'program:python3 agent.py' --games jarls",
    "arena repeat": "meadhall arena repeat match.json 12 hard",
    "ratings": "meadhall ratings rebuild --db meadhall.db",
    "ratings rebuild": "meadhall ratings rebuild --db meadhall.db",
    "ratings suspicions": "meadhall ratings suspicions --db meadhall.db",
    "people": "meadhall people export Anna anna.zip --db meadhall.db",
    "people export": "meadhall people export Anna anna.zip --db meadhall.db",
    "people delete": "meadhall people delete Anna --db meadhall.db",
    "status": "meadhall status --db postgresql://localhost/hall",
    "mcp": "meadhall mcp --url http://127.0.0.1:8710",
    "serve": "meadhall serve --host 0.0.0.0 --db hall.db",
    "completion": "meadhall completion --shell bash",
    "schema": "meadhall schema --check",
    "bench": "meadhall bench playouts jarls",
    "perft": "meadhall perft jarls --depth 3",
}
"""By the words that name the command."""


def example_of(command: str) -> str:
    """The last line of a command's help."""
    return f"Example: {EXAMPLES[command]}" if command in EXAMPLES else ""
