"""Which captain, dice or galaxy is better?"""
