"""Parameters that several papers have, each with its sentence."""

from typing import Annotated

Radius = Annotated[float, "How wide the confidence bounds are: sqrt(alpha ln t / N)."]
Settled = Annotated[float | None, "The chance with which it may settle on a wrong arm; 1/T unless given."]
Wrong = Annotated[float, "The chance with which the verdict may be wrong."]
