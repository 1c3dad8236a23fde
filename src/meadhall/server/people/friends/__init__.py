"""Friends: who follows and blocks whom, who is here, and challenges."""
