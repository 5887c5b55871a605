"""State of many games side by side, one lane each, and the rules of a turn.

Functions act on `rows`, the numbers of some lanes. Arrays of shape (rows,) have an entry for each of these, and arrays
of shape (lanes,) one for every lane of the table. A `Judge` is a captain with the values and rules by which the captain
decides.
"""
