"""Which insurance pays for a fleet?"""
