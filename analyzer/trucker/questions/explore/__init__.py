"""Which good ships are there?"""
