"""What is stored for signing in beside passwords: passkeys, recovery codes, mail addresses."""
