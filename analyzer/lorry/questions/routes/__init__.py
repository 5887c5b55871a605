"""Which routes pay?"""
