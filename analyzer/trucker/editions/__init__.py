"""Two editions side by side: the same ship on other boards, and the steps between the rules."""
