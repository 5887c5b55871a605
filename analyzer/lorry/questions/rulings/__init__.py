"""Which open point of the rules matters?"""
