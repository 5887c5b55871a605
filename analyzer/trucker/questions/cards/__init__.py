"""Which cards matter?"""
