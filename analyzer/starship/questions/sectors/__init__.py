"""Which sector, and when to turn back?"""
