"""What is each part of the ship worth?"""
