"""Which prices fly this ship best?"""
