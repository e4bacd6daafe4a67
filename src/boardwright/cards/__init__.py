"""Cards, tokens and rulebooks on paper: from declarations to PDF."""
