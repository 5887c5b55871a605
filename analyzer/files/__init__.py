"""Files read with the line of every fault, and written whole or not at all."""
