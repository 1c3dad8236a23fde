// A bot that plays a random move. Try: meadhall play jarls --seat "2=program:node random.mjs".
// Equal seeds give equal moves, so that a match can be played again.
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { moves, seed } = JSON.parse(line);
  const number = createHash("sha256").update(seed).digest().readUInt32BE();
  const answer = { kind: "move", text: moves[number % moves.length] };
  process.stdout.write(JSON.stringify(answer) + "\n");
}
