"""Presentation of answers: terminal, notebooks, pages, tables, JSON and figures."""
