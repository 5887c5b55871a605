"""Where is the ship open, and to what?"""
