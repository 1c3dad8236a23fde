"""What a hall with accounts offers to people, beside `api`. A hall in a tab does without it."""
