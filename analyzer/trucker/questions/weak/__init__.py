"""What is each component worth?"""
