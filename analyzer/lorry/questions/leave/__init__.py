"""Which die to leave?"""
