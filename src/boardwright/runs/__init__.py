"""Many games: divided into chunks, played by several processes, and put together so that nothing is lost.

A chunk is plain data in and a finished part file out. What a run is (`plan.py`) decides every byte of what it brings
about; how many processes play it, on how many machines, and how often it is interrupted decides none.

    plan.py      what a run is: the table, the agents, the seed of each game, the chunks
    disk.py      files that are there whole or not at all
    parts.py     the lines of a part and of the result, sealed so that no damage goes unnoticed
    counted.py   what is gathered while games are played: sums of whole numbers
    folder.py    the folder of a run: what it holds, and who may write there
    chunk.py     plays one chunk, in a process of its own
    pool.py      hands out chunks, and goes on when a process dies
    merging.py   parts become one file
    progress.py  how far it has come
"""
