"""ndd.random: random state; the random operators are added from the registry."""

from ..engine.random import RNG, State, set_seed
from ..engine.random import default_rng as get_default_rng

__all__ = ["RNG", "State", "get_default_rng", "set_seed"]
