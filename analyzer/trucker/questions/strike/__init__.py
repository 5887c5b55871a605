"""What if a 7 comes from the left?"""
