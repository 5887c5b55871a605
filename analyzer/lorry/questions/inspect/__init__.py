"""What can be said of a galaxy on paper?"""
