"""Where do these components go?"""
