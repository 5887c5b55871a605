"""What comes of a known sector, exactly?"""
