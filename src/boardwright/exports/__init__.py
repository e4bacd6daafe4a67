"""Runs as tables, for programs that work with data.

sources.py       the games of a run, or of all meetings of a tournament: where their lines are
tables.py        the columns of each table, and the rows that follow from the line of a game
replayed.py      plays games again, in processes of their own, for rows of decisions and cards
exporting.py     all rows of a table, in order
csv_text.py      a table as CSV
parquet_file.py  a table as Parquet
"""
