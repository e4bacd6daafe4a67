"""Agents, which make the choices in games. Those in the package have a file each; others are plug-ins.

A factory, `make(seed, seat)`, makes an agent for one seat of one game. The agent returns the number of the
option to take. Each has its own random stream, named after its seat: its draws change neither the game nor
other agents.

Other distributions add agents with the entry point group `boardwright.agents`:

    [project.entry-points."boardwright.agents"]
    cautious = "my_agents.cautious:make"
"""
