"""The engine: thousands of games side by side, the last axis of every set of boxes."""
