"""How do whole games end?"""
