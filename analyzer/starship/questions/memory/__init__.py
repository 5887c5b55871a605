"""What is knowing the cards worth?"""
