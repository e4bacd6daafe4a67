"""Agents: finding them by name, writing your own, playing games with them, and imagining what is hidden.

See the page on agents in the documentation. Other distributions add agents under the entry point group of the same name.
"""

from boardwright.interpreter.agents.agent import Agent, AgentError, Factory, stream_of
from boardwright.interpreter.agents.installed import agent_names, find_agent
from boardwright.interpreter.agents.playing import Taken, play
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import CannotImagineError, deal, imagined
from boardwright.interpreter.play.unknown import unknown
from boardwright.interpreter.play.unknown_words import Unknown

__all__ = [
    "Agent",
    "AgentError",
    "CannotImagineError",
    "Factory",
    "Stream",
    "Taken",
    "Unknown",
    "agent_names",
    "deal",
    "find_agent",
    "imagined",
    "play",
    "stream_of",
    "unknown",
]
