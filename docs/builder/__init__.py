"""Builder of the documentation site beside mkdocs: pages generated from the command and the public names."""
