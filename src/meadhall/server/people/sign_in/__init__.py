"""Ways into an account beside the password: passkeys, recovery codes, links by mail."""
