"""What will happen to my ship?"""
