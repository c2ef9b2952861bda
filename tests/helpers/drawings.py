"""What tests read in drawings."""

from xml.etree import ElementTree

ATTRIBUTES = {
    *("class", "viewBox", "width", "height", "role", "aria-label", "aria-hidden", "text-anchor", "transform"),
    *("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx"),
}


def read(svg: str) -> ElementTree.Element:
    """The drawing as a tree; it has nothing but shapes, words and the attributes on the list."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        assert element.tag in {"svg", "g", "line", "rect", "circle", "text", "title"}
        assert set(element.attrib) <= ATTRIBUTES
    return root


def having(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """All elements with this class."""
    return [each for each in root.iter() if name in each.get("class", "").split()]
