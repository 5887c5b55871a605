"""What can this turn score, exactly?"""
