"""What is stored of the places where people meet: seeks, the hall's chat, and who is watched."""
