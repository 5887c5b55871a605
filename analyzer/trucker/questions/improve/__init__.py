"""What would be a better ship?"""
