"""Which adventures will be fulfilled?"""
