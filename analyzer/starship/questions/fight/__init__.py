"""Pay or fight?"""
