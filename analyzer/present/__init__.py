"""How answers leave the program: in the terminal, in notebooks, as pages, tables, JSON and pictures."""
