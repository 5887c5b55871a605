"""Is an edition in balance?"""
