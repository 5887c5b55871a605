"""Which ship is better?"""
