"""What is stored between people: whom somebody follows, whom they block, and challenges."""
