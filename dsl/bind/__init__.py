"""From declarations to a bound game: names become symbols, every expression gets a type.

Functions over what is being bound (`binding`), each importing only what stands before it. Those of one text: `roles`,
`explanations`, `names`, `places`, `contents`, `phrases`, `expressions`, `quantities`, `choices`, `notes`, `statements`. Those of a
ruleset: `declared` fills the symbols, `heads`, `values` and `clauses` bind its texts, `game_checks` looks at what came of it, and
`bind` puts all together.
"""
