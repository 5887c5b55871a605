"""Pages and reports: HTML and Markdown from templates, and a ship as an inline drawing."""
