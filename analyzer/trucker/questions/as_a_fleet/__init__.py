"""What do fleet rules cost or save, kind of card by kind of card?"""
