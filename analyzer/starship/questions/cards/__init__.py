"""Which cards are there?"""
