"""What is the best play alone, exactly?"""
