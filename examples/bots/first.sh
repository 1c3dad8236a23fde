#!/bin/sh
# A bot that plays the first legal move. Try: meadhall play jarls --seat "2=program:sh first.sh".
# A move has no quotes or backslashes in it, so sed can cut it out of the question.
while IFS= read -r question; do
  move=$(printf '%s\n' "$question" | sed 's/.*"moves": *\["\([^"]*\)".*/\1/')
  printf '{"kind":"move","text":"%s"}\n' "$move"
done
