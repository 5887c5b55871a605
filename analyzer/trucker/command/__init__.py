"""Options of Galaxy Trucker's verbs, and the table of these verbs."""
