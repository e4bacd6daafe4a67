"""Clusters: chunks of a run, and portions of a check by play, that the workers of a Dask cluster play.

The parent sends the text of the rules, named by its hash, once to each worker, and for each chunk a short errand. What comes
back is the bytes of a part, which the parent checks and writes as it does for its own processes. It keeps its own list of
what is missing, so the scheduler and any worker may die at any time.

    address.py      which cluster, and whether it may be used without encryption
    rule_files.py   the text of rule files as one message
    messages.py     what a worker is asked, and what it replies
    playing.py      what a worker does: this is all that runs there
    connection.py   Dask's client: connects, submits, fetches, and connects again
    sending.py      hands out errands, and tries again what failed
    crew.py         chunks of a run
    check_errands.py, checking.py, checks.py    portions of a check: what is sent, what a worker does, and the parent
    local.py        a cluster of processes of this machine
    node.py         one of these processes
"""
