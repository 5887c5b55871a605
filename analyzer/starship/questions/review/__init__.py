"""Which of my decisions were good?"""
