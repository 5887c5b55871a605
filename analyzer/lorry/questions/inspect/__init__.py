"""What is in a galaxy, and how far apart are its planets?"""
