"""Where do aliens live best?"""
