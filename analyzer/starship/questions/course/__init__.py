"""How do games go?"""
