"""Files read and written: whole or not at all, with the line of every fault."""
