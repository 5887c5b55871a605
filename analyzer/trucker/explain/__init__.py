"""One flight told card by card: who listens to it, what is kept of it, and the words for it."""

from analyzer.trucker.explain import heard_changes as heard_changes
from analyzer.trucker.explain import heard_choices as heard_choices
from analyzer.trucker.explain import heard_damage as heard_damage
