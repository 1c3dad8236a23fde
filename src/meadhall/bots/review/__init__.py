"""The analysis of finished matches: what each move lost, and which move was better."""
