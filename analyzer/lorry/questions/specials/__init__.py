"""What is each special box worth?"""
