"""What does a turn bring?"""
