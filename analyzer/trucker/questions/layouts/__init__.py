"""What are the dice worth to a build?"""
