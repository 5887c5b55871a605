"""What do I do now?"""
