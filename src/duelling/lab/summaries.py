"""A frame that prints all of its columns. This module imports polars: import it where a frame is made."""

import polars as pl

from duelling.lab.forms import printed


class Summary(pl.DataFrame):
    """A polars frame in every way, but printing it leaves out no column; what is computed from it is a plain frame."""

    def __str__(self) -> str:
        return printed(self)

    __repr__ = __str__
