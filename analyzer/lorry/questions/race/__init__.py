"""Who wins?"""
