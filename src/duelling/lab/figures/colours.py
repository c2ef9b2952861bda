"""Colours: shades of one colour, and colours that can be read on a ground."""

from collections.abc import Sequence

STEP = 0.04  # of the way to black or white
SHADES = (0.0, -0.38, 0.36, -0.58, 0.54)  # how far on the way to black, or to white if positive


def channels(colour: str) -> list[float]:
    """Red, green and blue between 0 and 1, of a colour such as #0072b2."""
    return [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]


def mixed(colour: str, other: Sequence[float], share: float) -> str:
    """The colour with this share of another one in it."""
    parts = [(1 - share) * x + share * y for x, y in zip(channels(colour), other, strict=True)]
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def shade(colour: str, number: int) -> str:
    """The colour itself (0), darker (1), lighter (2) and so on; what is nearly black only becomes lighter."""
    share = SHADES[number % len(SHADES)]
    dark = max(channels(colour)) < 0.2
    return mixed(colour, (1, 1, 1) if share > 0 or dark else (0, 0, 0), abs(share))


def contrast(colour: str, ground: str) -> float:
    """From 1 (equal) to 21 (black on white), as the Web Content Accessibility Guidelines define it."""
    light, dark = sorted((luminance(colour), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1."""
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def readable(colour: str, ground: str, least: float) -> str:
    """The colour, moved away from the ground until its contrast is at least ``least``, or it is black or white."""
    away = (0.0, 0.0, 0.0) if luminance(ground) > 0.18 else (1.0, 1.0, 1.0)
    share, found = 0.0, colour
    while contrast(found, ground) < least and share < 1:
        share = min(share + STEP, 1.0)
        found = mixed(colour, away, share)
    return found
