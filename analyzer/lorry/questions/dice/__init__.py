"""What do the dice show, and what is left?"""
