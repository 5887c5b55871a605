"""Engine of Cosmic Lorry: thousands of games side by side, as the last axis of every set of boxes."""
