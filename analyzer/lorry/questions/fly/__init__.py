"""What does a galaxy bring alone?"""
