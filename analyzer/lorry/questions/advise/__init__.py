"""Which die now, and where?"""
