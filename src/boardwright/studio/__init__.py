"""The studio: a page in the browser with the table, the rules, the cards and the runs of a folder."""
