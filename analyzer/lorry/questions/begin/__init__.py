"""Where to begin?"""
