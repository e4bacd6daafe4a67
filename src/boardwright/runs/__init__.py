"""Many games: divided into chunks, played in parallel, and merged so that nothing is lost.

A chunk is plain data in and a finished part file out. The plan of a run (`plan.py`) decides every byte of its result.
The number of processes and machines, and any interruptions, decide none.

    plan.py      what a run is: the table, the agents, the seed of each game, the chunks
    disk.py      files that are complete or not there at all
    parts.py     the lines of a part and of the result, sealed so that no damage goes unnoticed
    counted.py   figures collected while games are played: sums of whole numbers
    folder.py    the folder of a run: what it holds, and who may write there
    chunk.py     plays one chunk, in a process of its own
    pool.py      hands out chunks, and continues when a process dies
    merging.py   parts become one file
    progress.py  how much has been played
"""
