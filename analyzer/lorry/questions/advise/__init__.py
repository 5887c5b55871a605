"""Advice on an open decision: which die to take, where to draw, what to score or fill."""
