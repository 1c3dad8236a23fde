"""What is said about tournaments, over HTTP and over the hall's socket."""
