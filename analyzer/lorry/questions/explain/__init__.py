"""What happened in this game?"""
