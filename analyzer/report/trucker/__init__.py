"""The pages of Galaxy Trucker: the balance report, the page of a story, the ship as SVG."""
