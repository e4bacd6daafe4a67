"""What the site has beside docs/: pages of the shipped games, and the order in which the search finds pages."""
