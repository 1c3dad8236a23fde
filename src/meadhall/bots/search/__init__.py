"""What bots think with: tree searches, playouts and regret matching, compiled where possible."""
