"""What many games came to: read from the folder of a run, reckoned once, and shown in several forms.

games_of_a_run.py  the games of a folder, one at a time, and which are missing or damaged
counts.py          what is counted of them: whole numbers only
numbers.py         rates, intervals and spreads, and how they are rounded
figures.py         the report itself, of one run
comparison.py      the report of what differs between two runs
text.py            for a terminal
data.py            for programs, as JSON
page.py            for a browser: one file that needs no other
markup.py          elements of a page, in which no text can become anything else
plots.py           drawings, as SVG
"""
