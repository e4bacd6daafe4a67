"""Those who choose. Agents that come with the package have a file each; others are plug-ins.

An agent is made for one seat of one game by a factory, `make(seed, seat)`, and asked for the number of the
option it takes. Each has a stream of chance of its own, named after its seat: what one agent draws shifts
neither the game nor any other agent.

Another distribution adds agents under the entry point group `boardwright.agents`:

    [project.entry-points."boardwright.agents"]
    cautious = "my_agents.cautious:make"
"""
