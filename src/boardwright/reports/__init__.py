"""Reports on many games: read from the folder of a run, computed once, and shown in several forms.

games_of_a_run.py  the games of a folder, one at a time, and which are missing or damaged
counts.py          counts over the games: whole numbers only
numbers.py         rates, intervals and spreads, and how they are rounded
figures.py         the report itself, of one run
comparison.py      the comparison of two runs
averages.py        means and shares over games, with intervals by game
course.py          who is ahead when, and how much decisions matter; in words: course_words.py
paired.py          what a card changes in the same deals
skill.py           players who think longer against others
study.py           the findings of a study; in words: study_words.py, as text, page and data: study_forms.py
text.py            for a terminal
data.py            for programs, as JSON
document.py        a page for a browser: one file that loads no other
page.py            the report as such a page
coverage_page.py   rules, coloured line by line by what ran
markup.py          elements of a page, in which text stays text
plots.py           drawings, as SVG
"""
