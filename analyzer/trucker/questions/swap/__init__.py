"""What else could lie on this square?"""
