"""The decisions of a trader, as prices."""
