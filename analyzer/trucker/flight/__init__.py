"""A flight from launch to settlement: cards in turn, dice, giving up, rewards and losses."""
