"""What does each metric mean?"""
