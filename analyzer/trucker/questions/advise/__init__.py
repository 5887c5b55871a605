"""What do I decide now?"""
