"""What does a ship have, and what follows from it?"""
