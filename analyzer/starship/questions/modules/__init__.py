"""Which module first?"""
