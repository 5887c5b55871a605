"""Which prices play best?"""
