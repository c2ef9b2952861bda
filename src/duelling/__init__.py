"""Learning from pairwise comparisons: duelling bandits at compiled speed.

>>> import duelling as du
>>> du.problem("borda_vonneumann").winners().borda
(1,)

Public are the names in this module, in ``duelling.client``, ``duelling.kernels`` and ``duelling.testing``. The list of
this module's names is ``__init__.pyi``. A name is imported when it is first used: ``import duelling`` and
``duelling --help`` do not wait for the compiler.
"""

import importlib
import pkgutil
import re
from typing import Any

__version__ = "0.2.0"  # the only place; the build reads it here

_LIST = (pkgutil.get_data(__name__, "__init__.pyi") or b"").decode()
_HOME = {
    public: (module, name) for module, name, public in re.findall(r"^from (\S+) import (\w+) as (\w+)$", _LIST, re.M)
}
__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'duelling' has no attribute {name!r}")
    module, found = _HOME[name]
    home = importlib.import_module(module)
    globals()[name] = value = vars(home).get(found) or importlib.import_module(f"{module}.{found}")
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
