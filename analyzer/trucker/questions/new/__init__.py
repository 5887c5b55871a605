"""How does a ship file begin?"""
