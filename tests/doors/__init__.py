"""Entries of the product for tests, one module a room; what the public face shows is not among them.

A moved or renamed module changes one line here. A test states behaviour by the public face or the command first, and
takes an entry only where a part of the product is its subject. A size that a test makes small is no entry:
`monkeypatch.setattr` takes its place as text. Held by `tests/docs/test_architecture.py`.
"""
