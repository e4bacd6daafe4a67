"""From declarations to a bound game: names become symbols, every expression gets a type.

The modules are functions over a `binding`, and each imports only those before it in this list. For one text there are `roles`,
`explanations`, `names`, `places`, `contents`, `phrases`, `expressions`, `quantities`, `choices`, `notes` and `statements`. For a
ruleset, `declared` fills the symbols, `heads`, `values` and `clauses` bind its texts, `game_checks` checks the result, and
`bind` puts all of it together.
"""
