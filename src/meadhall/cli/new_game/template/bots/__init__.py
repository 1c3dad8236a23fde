"""What helps bots to play well."""
