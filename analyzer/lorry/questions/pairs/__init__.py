"""Which pairs are scored, and when?"""
