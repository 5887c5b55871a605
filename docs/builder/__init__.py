"""What builds the site of the documentation beside mkdocs: pages generated from the command and the public face."""
