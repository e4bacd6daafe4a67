"""The part of networkx that lays boards out, in place of its own `__init__`, which imports 280 modules.

It has the same names; one that is not here is missing in the playground.
"""

from networkx.exception import *  # noqa: F403  # isort: skip
from networkx import utils  # isort: skip
from networkx.utils import _clear_cache, _dispatchable  # noqa: F401  # isort: skip

# Classes and algorithms look these up in this module while they are imported.
config = utils.backends._set_configs_from_environment()  # type: ignore[attr-defined]
utils.config = utils.configs.config = config

from networkx.classes import *  # noqa: E402, F403  # isort: skip
from networkx.convert import *  # noqa: E402, F403  # isort: skip
from networkx.generators.classic import *  # noqa: E402, F403  # isort: skip
from networkx.algorithms.components.connected import *  # noqa: E402, F403  # isort: skip
from networkx.algorithms.planar_drawing import *  # noqa: E402, F403  # isort: skip
from networkx.algorithms.planarity import *  # noqa: E402, F403  # isort: skip
