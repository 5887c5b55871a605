"""What happened in this flight?"""
