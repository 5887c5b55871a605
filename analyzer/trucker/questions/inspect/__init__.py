"""What can be said of a ship on paper?"""
