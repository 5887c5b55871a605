"""What does this card do, exactly?"""
